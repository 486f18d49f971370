package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.StoredMemory;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.TenantMemory;
import dev.waybill.view.run.MemoryLines;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.util.List;

/// `waybill memory history`: what an entry has said, and who said it.
public final class MemoryHistoryCommand extends ToldCommand {

    private final Operand<String> ref =
            takes(Operand.text("REF", "The memory.").required("a memory; `waybill memory list` lists them"));
    private final Operand<String> id = takes(
            Operand.text("ID", "The entry's id.").at(1).required("an entry's id; `waybill memory list` lists them"));
    private final MemoryOptions options = takes(new MemoryOptions());

    public MemoryHistoryCommand(Environment environment) {
        super(environment, "Show what an entry has said, the oldest first, and which run wrote it.");
    }

    @Override
    public ExitCode call() {
        List<StoredMemory> changes;
        try (RunStore store = options.toRead(environment)) {
            TenantMemory memory = options.memory(store);
            changes = memory.history(options.scope(memory), ref.given(), id.given());
        }
        return answer(MemoryLines.history(changes), out -> print(out, changes));
    }

    private void print(PrintStream out, List<StoredMemory> changes) {
        if (changes.isEmpty()) {
            out.println("Nobody wrote that entry, or it was pruned.");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("VERSION", "WRITTEN", "BY", "CONTENT");
        for (StoredMemory change : changes) {
            MemoryWrite write = change.write();
            table.row(
                    Cell.of(String.valueOf(change.version())),
                    Cell.of(MemoryListCommand.time(write.createdAt())),
                    Cell.of(write.run() == null ? "a person" : write.run() + " event " + write.sequence()),
                    Cell.of(write.content() == null ? "(forgotten)" : write.content()));
        }
        out.print(table.render(common.terminal()));
    }
}
