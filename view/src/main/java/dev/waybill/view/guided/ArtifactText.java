package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Artifacts for a person: what a contract made a table is drawn as one, the rest is named.
record ArtifactText(List<Artifact> artifacts, Surface surface, PrintStream out) {

    private static final int MOST_ROWS = 20;
    private static final int MOST_COLUMNS = 6;

    void print() {
        if (artifacts.isEmpty()) {
            return;
        }
        out.println();
        out.println(surface.ansi().paint(Style.STRONG, "artifacts"));
        artifacts.forEach(this::print);
    }

    private void print(Artifact artifact) {
        PlaceView last = artifact.from().getLast();
        String step = last.acknowledged() == null ? "" : PlaceView.name(last.acknowledged());
        out.println("  " + SafeText.of(artifact.kind()) + "  "
                + surface.ansi().paint(Style.DIM, SafeText.of("from " + step)));
        for (String list : artifact.rows().keySet()) {
            table(list, artifact.content().array(list).orElse(JsonArray.EMPTY).items());
        }
    }

    private void table(String name, List<JsonValue> rows) {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> row.asObject().ifPresent(object -> columns.addAll(object.names())));
        List<String> shown = columns.stream().limit(MOST_COLUMNS).toList();
        if (shown.isEmpty()) {
            return;
        }
        Column[] kinds = new Column[shown.size() + 1];
        Arrays.fill(kinds, Column.TEXT);
        Table table = new Table(kinds)
                .head(Stream.concat(Stream.of(name), shown.stream()).toArray(String[]::new));
        for (int i = 0; i < Math.min(rows.size(), MOST_ROWS); i++) {
            JsonObject row = rows.get(i).asObject().orElse(JsonObject.EMPTY);
            Stream<Cell> cells = shown.stream().map(column -> Cell.of(text(row, column)));
            table.row(Stream.concat(Stream.of(Cell.of(String.valueOf(i + 1))), cells)
                    .toArray(Cell[]::new));
        }
        table.render(surface).lines().forEach(line -> out.println("  " + line));
        if (rows.size() > MOST_ROWS) {
            out.println("  … " + Count.of(rows.size() - MOST_ROWS, "more row") + "; --json lists all");
        }
    }

    private static String text(JsonObject row, String column) {
        JsonValue value = row.get(column);
        if (value == null) {
            return "";
        }
        return value instanceof JsonString(var text) ? text : JsonWriter.compact(value);
    }
}
