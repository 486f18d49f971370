package dev.waybill.evidence.canonical;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonOutput;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// What Python writes for `json.dumps(value, sort_keys=True)`: members by code point, ASCII only, lower-case escapes.
///
/// Numbers keep their spelling: they stand in the files as Python wrote them, and Java would spell them differently.
public final class PythonJson {

    private static final String HEX = "0123456789abcdef";

    /// Python's own comparison of texts. Java's differs where a surrogate pair meets a character above it.
    private static final Comparator<String> BY_CODE_POINT = PythonJson::compare;

    private final JsonOutput out = new JsonOutput();
    private final String comma;
    private final String colon;

    private PythonJson(String comma, String colon) {
        this.comma = comma;
        this.colon = colon;
    }

    /// With `separators=(",", ":")`.
    public static byte[] compact(JsonValue value) {
        return new PythonJson(",", ":").bytes(value);
    }

    /// With `separators=(",", ":")`, some members of the root left out, as those that hold the hash itself are.
    public static byte[] compact(JsonObject value, List<String> without) {
        return new PythonJson(",", ":").bytes(value, without);
    }

    /// With the default separators: a space after each comma and colon.
    public static byte[] spaced(JsonObject value, List<String> without) {
        return new PythonJson(", ", ": ").bytes(value, without);
    }

    private byte[] bytes(JsonValue value) {
        append(value);
        return out.toBytes();
    }

    private byte[] bytes(JsonObject value, List<String> without) {
        appendObject(value, without);
        return out.toBytes();
    }

    private void append(JsonValue value) {
        // No pattern switch: this runs for every value of a million records.
        if (value instanceof JsonString string) {
            string(string.value());
        } else if (value instanceof JsonNumber number) {
            out.ascii(number.lexeme());
        } else if (value instanceof JsonObject object) {
            appendObject(object, List.of());
        } else if (value instanceof JsonArray array) {
            appendArray(array);
        } else if (value instanceof JsonBool bool) {
            out.ascii(bool.value() ? "true" : "false");
        } else {
            out.ascii("null");
        }
    }

    private void appendObject(JsonObject object, List<String> without) {
        String[] names = object.names().toArray(new String[0]);
        Arrays.sort(names, BY_CODE_POINT);
        out.put('{');
        String between = "";
        for (String name : names) {
            JsonValue value = object.get(name);
            if (value != null && !without.contains(name)) {
                out.ascii(between);
                string(name);
                out.ascii(colon);
                append(value);
                between = comma;
            }
        }
        out.put('}');
    }

    private void appendArray(JsonArray array) {
        out.put('[');
        String between = "";
        for (JsonValue item : array) {
            out.ascii(between);
            append(item);
            between = comma;
        }
        out.put(']');
    }

    private void string(String text) {
        out.put('"');
        int plain = 0;
        while (plain < text.length() && isPlain(text.charAt(plain))) {
            plain++;
        }
        if (plain == text.length()) {
            out.ascii(text);
        } else {
            out.ascii(text.substring(0, plain));
            for (int i = plain; i < text.length(); i++) {
                character(text.charAt(i));
            }
        }
        out.put('"');
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.ascii("\\\"");
            case '\\' -> out.ascii("\\\\");
            case '\n' -> out.ascii("\\n");
            case '\r' -> out.ascii("\\r");
            case '\t' -> out.ascii("\\t");
            case '\f' -> out.ascii("\\f");
            case '\b' -> out.ascii("\\b");
            default -> {
                if (isPlain(c)) {
                    out.put(c);
                } else {
                    escape(c);
                }
            }
        }
    }

    private void escape(char c) {
        out.ascii("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.put(HEX.charAt(c >> shift & 0xF));
        }
    }

    private static int compare(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                // Units differ for the first time: a pair, of which this is a half, lies above every single unit.
                boolean pairs = Character.isSurrogate(a) == Character.isSurrogate(b);
                return pairs ? Character.compare(a, b) : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /// A finite float as Python's `repr` spells it, for values that come from a database.
    public static String number(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        String sign = value < 0 ? "-" : "";
        return sign + (point > -4 && point <= 16 ? fixed(digits, point) : scientific(digits, point - 1));
    }

    /// Java prints at least two digits, and so 4.9E-324 where 5e-324 is enough.
    private static BigDecimal shortest(double value) {
        BigDecimal printed = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        BigDecimal digit = printed.round(new MathContext(1)).stripTrailingZeros();
        return digit.doubleValue() == value ? digit : printed;
    }

    private static String fixed(String digits, int point) {
        if (point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        if (point >= digits.length()) {
            return digits + "0".repeat(point - digits.length()) + ".0";
        }
        return digits.substring(0, point) + "." + digits.substring(point);
    }

    private static String scientific(String digits, int exponent) {
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String power = Integer.toString(Math.abs(exponent));
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + (power.length() < 2 ? "0" : "") + power;
    }
}
