package dev.waybill.base.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The canonical form of RFC 8785: members sorted by UTF-16 units, numbers as ECMAScript prints them.
/// Two equal documents have equal canonical bytes, so a digest of these names the document.
public final class Jcs {

    /// How a number is spelled: profiles of the canonical form differ in nothing else.
    public interface Numbers {
        String spelled(JsonNumber number);
    }

    /// No lambda: it bootstraps at run time, which every start that names a key would pay.
    private static final class EcmaScript implements Numbers {
        @Override
        public String spelled(JsonNumber number) {
            return EcmaScriptNumber.format(number.doubleValue());
        }
    }

    /// Most of what is digested are a few members.
    private static final int USUAL_SIZE = 256;

    private static final Numbers ECMA_SCRIPT = new EcmaScript();

    private static final class ExactIntegers implements Numbers {
        @Override
        public String spelled(JsonNumber number) {
            return number.isPlainInteger() && !number.lexeme().equals("-0")
                    ? number.lexeme()
                    : ECMA_SCRIPT.spelled(number);
        }
    }

    private static final Numbers EXACT_INTEGERS = new ExactIntegers();

    private Jcs() {}

    public static String canonical(JsonValue value) {
        return output(value, ECMA_SCRIPT).toString();
    }

    public static byte[] canonicalBytes(JsonValue value) {
        return canonicalBytes(value, ECMA_SCRIPT);
    }

    /// The canonical form of content that may hold integers beyond ±(2^53 - 1): an integer in plain digits keeps them
    /// all, where RFC 8785 would round it and give two contents one name. All other content has its RFC 8785 bytes.
    public static byte[] exactBytes(JsonValue value) {
        return canonicalBytes(value, EXACT_INTEGERS);
    }

    /// The canonical form of a profile that spells numbers in its own way.
    public static byte[] canonicalBytes(JsonValue value, Numbers numbers) {
        return output(value, numbers).toBytes();
    }

    private static JsonOutput output(JsonValue value, Numbers numbers) {
        var out = new JsonOutput(USUAL_SIZE);
        append(out, value, numbers);
        return out;
    }

    private static void append(JsonOutput out, JsonValue value, Numbers numbers) {
        // No pattern switch: it bootstraps at run time, which every start that names a key would pay.
        if (value instanceof JsonObject object) {
            appendObject(out, object, numbers);
        } else if (value instanceof JsonArray array) {
            appendArray(out, array, numbers);
        } else if (value instanceof JsonString string) {
            out.string(string.value());
        } else if (value instanceof JsonNumber number) {
            out.ascii(numbers.spelled(number));
        } else if (value instanceof JsonBool bool) {
            out.ascii(bool.value() ? "true" : "false");
        } else {
            out.ascii("null");
        }
    }

    private static void appendObject(JsonOutput out, JsonObject object, Numbers numbers) {
        List<Map.Entry<String, JsonValue>> sorted =
                new ArrayList<>(object.members().entrySet());
        sorted.sort((left, right) -> left.getKey().compareTo(right.getKey()));
        out.put('{');
        String comma = "";
        for (var member : sorted) {
            out.ascii(comma);
            out.string(member.getKey());
            out.put(':');
            append(out, member.getValue(), numbers);
            comma = ",";
        }
        out.put('}');
    }

    private static void appendArray(JsonOutput out, JsonArray array, Numbers numbers) {
        out.put('[');
        String comma = "";
        for (JsonValue item : array) {
            out.ascii(comma);
            append(out, item, numbers);
            comma = ",";
        }
        out.put(']');
    }
}
