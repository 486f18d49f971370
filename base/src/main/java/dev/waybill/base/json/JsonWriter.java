package dev.waybill.base.json;

/// Writes JSON text, keeping member order and number lexemes.
public final class JsonWriter {

    private final JsonOutput out;
    private final boolean pretty;
    private int depth;

    private JsonWriter(boolean pretty) {
        this(new JsonOutput(), pretty);
    }

    private JsonWriter(JsonOutput out, boolean pretty) {
        this.out = out;
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
        var writer = new JsonWriter(false);
        writer.value(value);
        return writer.out.toBytes();
    }

    /// The compact form, inside a document that its writer knows by heart.
    public static void compact(JsonValue value, JsonOutput into) {
        new JsonWriter(into, false).value(value);
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
            case JsonString(var text) -> out.string(text);
            case JsonNumber(var lexeme) -> out.ascii(lexeme);
            case JsonBool bool -> out.ascii(bool.value() ? "true" : "false");
            case JsonNull _ -> out.ascii("null");
        }
    }

    private void object(JsonObject object) {
        out.put('{');
        depth++;
        object.members().forEach(this::member);
        close('}', object.isEmpty());
    }

    private void member(String name, JsonValue value) {
        next('{');
        out.string(name);
        out.ascii(pretty ? ": " : ":");
        value(value);
    }

    private void array(JsonArray array) {
        out.put('[');
        depth++;
        for (int i = 0; i < array.size(); i++) {
            next('[');
            value(array.get(i));
        }
        close(']', array.size() == 0);
    }

    private void next(char opening) {
        if (out.last() != opening) {
            out.put(',');
        }
        newLine();
    }

    private void close(char bracket, boolean empty) {
        depth--;
        if (!empty) {
            newLine();
        }
        out.put(bracket);
    }

    private void newLine() {
        if (pretty) {
            out.put('\n');
            out.ascii("  ".repeat(depth));
        }
    }
}
