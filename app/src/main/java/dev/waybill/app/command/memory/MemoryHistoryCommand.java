package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;

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
        JsonObject answer;
        try (MemoryDesk memory = options.toRead(environment)) {
            answer = memory.history(ref.given(), id.given());
        }
        return answer(answer, out -> print(out, answer));
    }

    private void print(PrintStream out, JsonObject answer) {
        JsonArray changes = answer.array("changes").orElse(JsonArray.EMPTY);
        if (changes.items().isEmpty()) {
            out.println("Nobody wrote that entry, or it was pruned.");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("VERSION", "WRITTEN", "BY", "CONTENT");
        for (JsonValue item : changes) {
            JsonObject change = item.asObject().orElse(JsonObject.EMPTY);
            JsonObject write = change.object("change").orElse(JsonObject.EMPTY);
            table.row(
                    Cell.of(String.valueOf(change.get("version"))),
                    Cell.of(MemoryListCommand.time(write, "createdAt")),
                    Cell.of(write.string("runId")
                            .map(run -> run + " event " + write.get("sequence"))
                            .orElse("a person")),
                    Cell.of(write.string("content").orElse("(forgotten)")));
        }
        out.print(table.render(common.terminal()));
    }
}
