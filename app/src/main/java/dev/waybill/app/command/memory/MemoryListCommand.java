package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.RunIds;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.TenantMemory;
import dev.waybill.view.run.MemoryLines;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill memory list`: what agents remember, now or at an event of a run.
public final class MemoryListCommand extends ToldCommand {

    private final Operand<String> ref =
            takes(Operand.text("REF", "One memory, such as an agent's memoryRef (default: all)."));
    private final Option<String> run = takes(Option.text("--run", "RUN", "What this run saw, not what is there now."));
    private final Option<Long> before =
            takes(Option.number("--before", "N", "With --run: before its event N (default: the end of its log)."));
    private final MemoryOptions options = takes(new MemoryOptions());

    public MemoryListCommand(Environment environment) {
        super(environment, "List what agents remember, the newest first.");
    }

    @Override
    public ExitCode call() {
        if (before.isGiven() && !run.isGiven()) {
            throw Failure.usage("--before: expected --run with it", "For example --run run_… --before 12");
        }
        List<MemoryWrite> entries;
        try (RunStore store = options.toRead(environment)) {
            TenantMemory memory = options.memory(store);
            Instant now = environment.clock().instant();
            entries = (run.isGiven()
                            ? memory.before(RunIds.resolve(store, run.orElse("")), before.value(), ref.value(), null)
                            : memory.now(options.scope(memory), ref.value(), null, now))
                    .entries();
        }
        return answer(MemoryLines.list(entries), out -> print(out, entries));
    }

    private void print(PrintStream out, List<MemoryWrite> entries) {
        if (entries.isEmpty()) {
            out.println("Nothing is remembered there.");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("MEMORY", "ID", "WRITTEN", "EXPIRES", "CONTENT");
        for (MemoryWrite entry : entries) {
            table.row(
                    Cell.of(entry.ref()),
                    Cell.of(entry.id()),
                    Cell.of(time(entry.createdAt())),
                    Cell.of(time(entry.expiresAt())),
                    Cell.of(String.valueOf(entry.content())));
        }
        out.print(table.render(common.terminal()));
    }

    static String time(@Nullable Instant time) {
        return time == null ? "never" : Times.format(time).substring(0, 19) + "Z";
    }
}
