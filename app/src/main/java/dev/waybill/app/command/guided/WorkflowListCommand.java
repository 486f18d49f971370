package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// `waybill workflow list`: the workflows that are known here, where each comes from, and which ones others shadow.
public final class WorkflowListCommand extends ToldCommand {

    private final WorkflowFolders folders = takes(new WorkflowFolders());

    public WorkflowListCommand(Environment environment) {
        super(
                environment,
                "List the workflows that are known here, graphs and guided ones.",
                "Of two with one id the later place counts: ours, ~/.config/waybill/workflows, .waybill/workflows,",
                "then each --workflows DIR. The other one is listed as shadowed.");
    }

    @Override
    public ExitCode call() {
        Catalog catalog = folders.catalog(environment, null);
        List<Catalog.Entry> entries = catalog.entries();
        List<GuidedCatalog.Broken> unusable = catalog.unusable();
        List<JsonValue> all = new ArrayList<>();
        entries.forEach(entry -> all.add(json(entry)));
        List<JsonValue> broken = new ArrayList<>();
        unusable.forEach(file -> broken.add(json(file)));
        JsonObject answer = JsonObject.of("workflows", new JsonArray(all)).with("unusable", new JsonArray(broken));
        return answer(answer, out -> print(out, entries, unusable));
    }

    private static JsonObject json(Catalog.Entry entry) {
        return JsonObject.of("id", entry.id())
                .with("kind", entry.kind())
                .with("version", entry.version())
                .with("source", entry.source())
                .withIfPresent("shadowedBy", entry.shadowedBy());
    }

    private static JsonObject json(GuidedCatalog.Broken file) {
        return JsonObject.of("source", file.source())
                .withIfPresent("id", file.id().orElse(null))
                .with(
                        "errors",
                        JsonArray.ofStrings(
                                file.errors().stream().map(Object::toString).toList()));
    }

    private void print(PrintStream out, List<Catalog.Entry> entries, List<GuidedCatalog.Broken> unusable) {
        Table table =
                new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT).head("ID", "KIND", "VERSION", "FROM");
        for (Catalog.Entry entry : entries) {
            Style style = entry.shadowedBy() == null ? Style.PLAIN : Style.DIM;
            String shadow = entry.shadowedBy() == null ? "" : " (shadowed)";
            table.row(
                    new Cell(entry.id(), style),
                    new Cell(entry.kind(), style),
                    new Cell(entry.version(), style),
                    new Cell(entry.source() + shadow, style));
        }
        out.print(table.render(common.terminal()));
        for (GuidedCatalog.Broken file : unusable) {
            out.println();
            out.println("cannot be used: " + file.source());
            file.errors().forEach(error -> out.println("  " + error));
        }
    }
}
