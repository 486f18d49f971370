package dev.waybill.app.command.history;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;

/// `waybill artifacts`: what a run left for people.
public final class ArtifactsCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final ArtifactSource source = new ArtifactSource();
    private final Operand<String> run = Operand.run("The run: its id, or a unique prefix.");

    public ArtifactsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("List what a run left for people to take home.", run, source, common)
                .footer("A node of the type waybill.artifact leaves one.");
    }

    @Override
    public ExitCode call() {
        JsonObject answer = source.list(environment, run.given());
        new Output(environment, common.json()).answer(answer, out -> print(out, answer));
        return ExitCode.YES;
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
