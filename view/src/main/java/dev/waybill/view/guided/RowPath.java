package dev.waybill.view.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where in an artifact a contract looks: `changedFiles[].path`, `findings[].location.file`, or `id` where the artifact
/// itself is the row.
///
/// @param list the member that holds the rows; empty where the artifact is the row
/// @param field the way from a row to its value; empty where the row is the value
record RowPath(String list, List<String> field) {

    private static final String ROWS = "[]";

    static RowPath parse(String text) {
        int rows = text.indexOf(ROWS);
        String list = rows < 0 ? "" : text.substring(0, rows);
        String rest = rows < 0 ? text : text.substring(rows + ROWS.length());
        String field = rest.startsWith(".") ? rest.substring(1) : rest;
        return new RowPath(list, field.isEmpty() ? List.of() : List.of(field.split("\\.")));
    }

    /// What a row has there; null when it has nothing.
    @Nullable
    JsonValue of(JsonValue row) {
        @Nullable JsonValue value = row;
        for (String name : field) {
            value = value instanceof JsonObject object ? object.get(name) : null;
        }
        return value;
    }
}
