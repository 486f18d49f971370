package dev.waybill.base.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The canonical form of RFC 8785: members sorted by UTF-16 units, numbers as ECMAScript prints them.
/// Two equal documents have equal canonical bytes, so a digest of these names the document.
public final class Jcs {

    private Jcs() {}

    public static String canonical(JsonValue value) {
        return output(value).toString();
    }

    public static byte[] canonicalBytes(JsonValue value) {
        return output(value).toBytes();
    }

    private static JsonOutput output(JsonValue value) {
        var out = new JsonOutput();
        append(out, value);
        return out;
    }

    private static void append(JsonOutput out, JsonValue value) {
        // No pattern switch: it bootstraps at run time, which every start that names a key would pay.
        if (value instanceof JsonObject object) {
            appendObject(out, object);
        } else if (value instanceof JsonArray array) {
            appendArray(out, array);
        } else if (value instanceof JsonString string) {
            out.string(string.value());
        } else if (value instanceof JsonNumber number) {
            out.ascii(EcmaScriptNumber.format(number.doubleValue()));
        } else if (value instanceof JsonBool bool) {
            out.ascii(bool.value() ? "true" : "false");
        } else {
            out.ascii("null");
        }
    }

    private static void appendObject(JsonOutput out, JsonObject object) {
        List<Map.Entry<String, JsonValue>> sorted =
                new ArrayList<>(object.members().entrySet());
        sorted.sort((left, right) -> left.getKey().compareTo(right.getKey()));
        out.put('{');
        String comma = "";
        for (var member : sorted) {
            out.ascii(comma);
            out.string(member.getKey());
            out.put(':');
            append(out, member.getValue());
            comma = ",";
        }
        out.put('}');
    }

    private static void appendArray(JsonOutput out, JsonArray array) {
        out.put('[');
        String comma = "";
        for (JsonValue item : array) {
            out.ascii(comma);
            append(out, item);
            comma = ",";
        }
        out.put(']');
    }
}
