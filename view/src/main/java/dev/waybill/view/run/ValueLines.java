package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;

/// Named values, one a line: text as it is, everything else as JSON.
final class ValueLines {

    private static final int WIDEST_NAME = 24;

    private ValueLines() {}

    static void print(PrintStream out, Ansi ansi, JsonObject values) {
        int width = values.names().stream()
                .mapToInt(name -> TextWidth.of(SafeText.of(name)))
                .max()
                .orElse(0);
        values.members()
                .forEach((name, value) -> out.println("  "
                        + ansi.paint(Style.DIM, TextWidth.padRight(SafeText.of(name), Math.min(width, WIDEST_NAME)))
                        + "  "
                        + SafeText.of(text(value))));
    }

    static String text(JsonValue value) {
        return value instanceof JsonString text ? text.value() : JsonWriter.compact(value);
    }
}
