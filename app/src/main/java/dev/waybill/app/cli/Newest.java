package dev.waybill.app.cli;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;

/// The newest of many, and whether there are more: a list that was cut never looks whole.
///
/// @param <T> what is listed
public record Newest<T>(List<T> shown, boolean more) {

    /// @param found one more than are shown, if there are so many
    public static <T> Newest<T> of(List<T> found, long most) {
        return found.size() > most ? new Newest<>(found.subList(0, (int) most), true) : new Newest<>(found, false);
    }

    /// @param name what the list is called
    public JsonObject toJson(String name, Function<T, ? extends JsonValue> each) {
        List<JsonValue> rows = shown.stream().<JsonValue>map(each).toList();
        return JsonObject.of(name, new JsonArray(rows)).with("more", more ? JsonBool.TRUE : JsonBool.FALSE);
    }

    /// Says that there are more.
    public void print(PrintStream out) {
        if (more) {
            out.println("These are the newest " + shown.size() + "; --limit N shows more.");
        }
    }
}
