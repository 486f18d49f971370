package dev.waybill.base.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Prints a double as ECMAScript's Number::toString does, which RFC 8785 prescribes.
///
/// Both languages print the shortest digits that read back as the same double; the layout differs, and
/// Java never prints fewer than two digits.
final class EcmaScriptNumber {

    private EcmaScriptNumber() {}

    static String format(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a JSON number must be finite, was " + value);
        }
        if (Math.abs(value) <= JsonNumber.MAX_SAFE_INTEGER && value == Math.rint(value)) {
            return Long.toString((long) value);
        }
        String sign = value < 0 ? "-" : "";
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        // The value is 0.digits × 10^point.
        int point = digits.length() - shortest.scale();
        return sign + layout(digits, point);
    }

    /// Java's digits, or one digit where one is enough: the smallest double is 4.9E-324 in Java and 5e-324
    /// in ECMAScript.
    private static BigDecimal shortest(double magnitude) {
        BigDecimal digits = new BigDecimal(Double.toString(magnitude)).stripTrailingZeros();
        if (digits.precision() != 2) {
            return digits;
        }
        BigDecimal digit =
                digits.round(new MathContext(1, RoundingMode.HALF_EVEN)).stripTrailingZeros();
        return digit.doubleValue() == magnitude ? digit : digits;
    }

    private static String layout(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        String mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        int exponent = point - 1;
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
