package dev.waybill.base.json;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.OptionalLong;

/// A JSON number that keeps its spelling: `1.0e9` stays `1.0e9`, because somebody may have signed it.
///
/// @param lexeme the number exactly as written
public record JsonNumber(String lexeme) implements JsonValue {

    /// The largest integer that every I-JSON reader represents exactly: 2^53 - 1.
    public static final long MAX_SAFE_INTEGER = 9_007_199_254_740_991L;

    /// Nobody writes an integer with more characters; reading it exactly would only cost time.
    private static final int LONGEST_INTEGRAL_LEXEME = 64;

    /// 2^53 has one more.
    private static final int SHORT_DIGITS = 15;

    /// Beyond this no safe integer is possible, and BigDecimal grows costly.
    private static final int MOST_EXPONENT_DIGITS = 5;

    public JsonNumber {
        Objects.requireNonNull(lexeme);
    }

    public static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value));
    }

    /// The value as an integer within ±(2^53 - 1), if it is one: `5`, `5.0` and `0.5e1` are.
    public OptionalLong asInteger() {
        if (lexeme.length() <= 17 && isPlainInteger()) {
            return safe(Long.parseLong(lexeme));
        }
        if (lexeme.length() > LONGEST_INTEGRAL_LEXEME) {
            return OptionalLong.empty();
        }
        double approximate = doubleValue();
        if (approximate != Math.rint(approximate) || Math.abs(approximate) > MAX_SAFE_INTEGER) {
            return OptionalLong.empty();
        }
        return exact((long) approximate);
    }

    /// Whether a double can hold something like it: `1e400` is beyond all of them.
    public boolean isFinite() {
        return Double.isFinite(doubleValue());
    }

    public double doubleValue() {
        return Double.parseDouble(lexeme);
    }

    private OptionalLong exact(long candidate) {
        // 1e-400 is 0 as a double but not an integer; compare the exact decimal unless it is tiny or huge.
        if (exponentDigits() > MOST_EXPONENT_DIGITS) {
            return OptionalLong.empty();
        }
        return new BigDecimal(lexeme).compareTo(BigDecimal.valueOf(candidate)) == 0
                ? safe(candidate)
                : OptionalLong.empty();
    }

    /// How many digits the exponent has without sign and leading zeros: `1e+0003` has one.
    private int exponentDigits() {
        int mark = Math.max(lexeme.indexOf('e'), lexeme.indexOf('E'));
        if (mark < 0) {
            return 0;
        }
        int first = mark + 1;
        while (first < lexeme.length() && "+-0".indexOf(lexeme.charAt(first)) >= 0) {
            first++;
        }
        return lexeme.length() - first;
    }

    /// Whether it is written as an integer: digits only, however many.
    public boolean isPlainInteger() {
        for (int i = 0; i < lexeme.length(); i++) {
            char c = lexeme.charAt(i);
            if ((c < '0' || c > '9') && !(c == '-' && i == 0)) {
                return false;
            }
        }
        return true;
    }

    /// Whether it is `0`, or digits that begin with another one, and few enough to be below 2^53 whatever they are.
    public boolean isShortNatural() {
        if (lexeme.isEmpty() || lexeme.length() > SHORT_DIGITS || (lexeme.charAt(0) == '0' && lexeme.length() > 1)) {
            return false;
        }
        return lexeme.charAt(0) != '-' && isPlainInteger();
    }

    private static OptionalLong safe(long value) {
        return Math.abs(value) <= MAX_SAFE_INTEGER ? OptionalLong.of(value) : OptionalLong.empty();
    }

    @Override
    public String kind() {
        return "number";
    }

    @Override
    public String toString() {
        return lexeme;
    }
}
