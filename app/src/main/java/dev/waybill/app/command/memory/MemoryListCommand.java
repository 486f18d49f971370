package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;

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
        JsonObject answer;
        try (MemoryDesk memory = options.toRead(environment)) {
            answer = run.isGiven()
                    ? memory.seenBy(run.orElse(""), before.value(), ref.value())
                    : memory.now(ref.value());
        }
        return answer(answer, out -> print(out, answer));
    }

    private void print(PrintStream out, JsonObject answer) {
        JsonArray entries = answer.array("entries").orElse(JsonArray.EMPTY);
        if (entries.items().isEmpty()) {
            out.println("Nothing is remembered there.");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("MEMORY", "ID", "WRITTEN", "EXPIRES", "CONTENT");
        for (JsonValue item : entries) {
            JsonObject entry = item.asObject().orElse(JsonObject.EMPTY);
            table.row(
                    Cell.of(entry.string("memoryRef").orElse("")),
                    Cell.of(entry.string("id").orElse("")),
                    Cell.of(time(entry, "createdAt")),
                    Cell.of(time(entry, "expiresAt")),
                    Cell.of(entry.string("content").orElse("")));
        }
        out.print(table.render(common.terminal()));
    }

    /// To the second: nobody reads further.
    static String time(JsonObject entry, String name) {
        return entry.string(name)
                .map(text -> text.length() > 19 ? text.substring(0, 19) + "Z" : text)
                .orElse("never");
    }
}
