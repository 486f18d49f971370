package dev.waybill.base.json;

import java.math.BigDecimal;

/// Prints a double as ECMAScript's Number::toString does, which RFC 8785 prescribes.
///
/// Both languages print the shortest digits that read back as the same double; only the layout differs.
final class EcmaScriptNumber {

    private EcmaScriptNumber() {}

    static String format(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a JSON number must be finite, was " + value);
        }
        if (value == 0) {
            return "0";
        }
        String sign = value < 0 ? "-" : "";
        BigDecimal shortest = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
        String digits = shortest.unscaledValue().toString();
        // The value is 0.digits × 10^point.
        int point = digits.length() - shortest.scale();
        return sign + layout(digits, point);
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
