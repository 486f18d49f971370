package dev.waybill.base.json;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;

/// Writes JSON text, keeping member order and number lexemes.
public final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder(256);
    private final boolean pretty;
    private int depth;

    private JsonWriter(boolean pretty) {
        this.pretty = pretty;
    }

    /// One line, no spaces.
    public static String compact(JsonValue value) {
        var writer = new JsonWriter(false);
        writer.value(value);
        return writer.out.toString();
    }

    /// The compact form as UTF-8 bytes.
    public static byte[] compactBytes(JsonValue value) {
        return compact(value).getBytes(StandardCharsets.UTF_8);
    }

    /// Two spaces a level, for people.
    public static String pretty(JsonValue value) {
        var writer = new JsonWriter(true);
        writer.value(value);
        return writer.out.toString();
    }

    private void value(JsonValue value) {
        switch (value) {
            case JsonObject object -> object(object);
            case JsonArray array -> array(array);
            case JsonString(var text) -> string(out, text);
            case JsonNumber(var lexeme) -> out.append(lexeme);
            case JsonBool bool -> out.append(bool.value());
            case JsonNull _ -> out.append("null");
        }
    }

    private void object(JsonObject object) {
        out.append('{');
        depth++;
        Iterator<Map.Entry<String, JsonValue>> members =
                object.members().entrySet().iterator();
        while (members.hasNext()) {
            var member = members.next();
            newLine();
            string(out, member.getKey());
            out.append(pretty ? ": " : ":");
            value(member.getValue());
            if (members.hasNext()) {
                out.append(',');
            }
        }
        close('}', object.isEmpty());
    }

    private void array(JsonArray array) {
        out.append('[');
        depth++;
        Iterator<JsonValue> items = array.iterator();
        while (items.hasNext()) {
            newLine();
            value(items.next());
            if (items.hasNext()) {
                out.append(',');
            }
        }
        close(']', array.size() == 0);
    }

    private void close(char bracket, boolean empty) {
        depth--;
        if (!empty) {
            newLine();
        }
        out.append(bracket);
    }

    private void newLine() {
        if (pretty) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    /// Appends a string literal with the shortest escapes, as JCS and ECMAScript write it.
    ///
    /// A lone surrogate has no UTF-8 form. Java would write `?` in its place, and two different documents
    /// would have the same bytes and the same digest, so it is refused.
    static void string(StringBuilder out, String text) {
        out.append('"');
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                checkPair(text, i);
                i++;
            } else if (c < 0x20 || c == '"' || c == '\\') {
                out.append(text, written, i);
                escape(out, c);
                written = i + 1;
            }
        }
        out.append(text, written, text.length()).append('"');
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
        }
    }

    private static void checkPair(String text, int at) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(at))) {
            throw new IllegalArgumentException(
                    "expected text that UTF-8 can hold, found a lone surrogate at index " + at);
        }
    }
}
