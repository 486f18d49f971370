package dev.waybill.app.command.trigger;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;

/// `waybill triggers`: what starts runs by itself, when next, and what it started last.
public final class TriggersCommand extends ToldCommand {

    private final TriggerOptions options = takes(new TriggerOptions());

    public TriggersCommand(Environment environment) {
        super(
                environment,
                "List what starts runs by itself: schedules, webhooks, failures.",
                "'waybill serve' and 'waybill work' fire them; give the folders that these were given.");
    }

    @Override
    public ExitCode call() {
        JsonObject answer = options.list(environment);
        return answer(answer, out -> print(out, answer));
    }

    private void print(PrintStream out, JsonObject answer) {
        JsonArray rows = answer.array("triggers").orElse(JsonArray.EMPTY);
        if (rows.items().isEmpty()) {
            out.println("There are no triggers. docs/triggers.md shows how to write one.");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT, Column.HANDLE, Column.TEXT)
                .head("TRIGGER", "TYPE", "WHEN", "NEXT", "LAST RUN", "NOTE");
        for (JsonValue item : rows) {
            JsonObject row = item.asObject().orElse(JsonObject.EMPTY);
            table.row(
                    Cell.of(row.string("workflowId").orElse("") + "/"
                            + row.string("triggerId").orElse("")),
                    Cell.of(row.string("type").orElse("")),
                    Cell.of(when(row)),
                    Cell.of(row.string("nextDueAt").orElse("")),
                    Cell.of(row.string("lastRunId").orElse("")),
                    Cell.of(
                            row.get("paused") == JsonBool.TRUE
                                    ? "paused"
                                    : row.string("problem").orElse("")));
        }
        out.print(table.render(common.terminal()));
    }

    private static String when(JsonObject row) {
        String zone = row.string("timezone")
                .filter(it -> !it.equals("UTC"))
                .map(it -> " " + it)
                .orElse("");
        return row.string("cron")
                .map(cron -> cron + zone)
                .or(() -> row.string("path"))
                .orElse("a run fails");
    }
}
