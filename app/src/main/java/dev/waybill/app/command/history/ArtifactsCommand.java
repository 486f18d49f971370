package dev.waybill.app.command.history;

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

/// `waybill artifacts`: what a run left for people.
public final class ArtifactsCommand extends ToldCommand {

    private final Operand<String> run = takes(Operand.run("The run: its id, its beginning or end, or @last."));
    private final ArtifactSource source = takes(new ArtifactSource());

    public ArtifactsCommand(Environment environment) {
        super(
                environment,
                "List the artifacts that a run left for people.",
                "A node of the type waybill.artifact leaves one.");
    }

    @Override
    public ExitCode call() {
        JsonObject answer = source.list(environment, run.given());
        return answer(answer, out -> print(out, answer));
    }

    private void print(PrintStream out, JsonObject answer) {
        JsonArray rows = answer.array("artifacts").orElse(JsonArray.EMPTY);
        if (rows.items().isEmpty()) {
            out.println("The run left nothing.");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("ARTIFACT", "TYPE", "CONTENT", "BYTES", "NAME");
        for (JsonValue item : rows) {
            JsonObject row = item.asObject().orElse(JsonObject.EMPTY);
            table.row(
                    Cell.of(row.string("artifactId").orElse("")),
                    Cell.of(row.string("artifactType").orElse("")),
                    Cell.of(row.string("contentType").orElse("")),
                    Cell.of(String.valueOf(row.get("size"))),
                    Cell.of(row.string("name").orElse("")));
        }
        out.print(table.render(common.terminal()));
    }
}
