package dev.waybill.base.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The canonical form of RFC 8785: members sorted by UTF-16 units, numbers as ECMAScript prints them.
/// Two equal documents have equal canonical bytes, so a digest of these names the document.
public final class Jcs {

    private Jcs() {}

    public static String canonical(JsonValue value) {
        StringBuilder out = new StringBuilder(256);
        append(out, value);
        return out.toString();
    }

    public static byte[] canonicalBytes(JsonValue value) {
        return canonical(value).getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder out, JsonValue value) {
        switch (value) {
            case JsonObject object -> appendObject(out, object);
            case JsonArray array -> appendArray(out, array);
            case JsonString(var text) -> JsonWriter.string(out, text);
            case JsonNumber number -> out.append(EcmaScriptNumber.format(number.doubleValue()));
            case JsonBool bool -> out.append(bool.value());
            case JsonNull _ -> out.append("null");
        }
    }

    private static void appendObject(StringBuilder out, JsonObject object) {
        List<Map.Entry<String, JsonValue>> sorted =
                new ArrayList<>(object.members().entrySet());
        sorted.sort(Map.Entry.comparingByKey());
        out.append('{');
        String comma = "";
        for (var member : sorted) {
            out.append(comma);
            JsonWriter.string(out, member.getKey());
            out.append(':');
            append(out, member.getValue());
            comma = ",";
        }
        out.append('}');
    }

    private static void appendArray(StringBuilder out, JsonArray array) {
        out.append('[');
        String comma = "";
        for (JsonValue item : array) {
            out.append(comma);
            append(out, item);
            comma = ",";
        }
        out.append(']');
    }
}
