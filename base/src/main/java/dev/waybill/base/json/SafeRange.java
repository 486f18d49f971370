package dev.waybill.base.json;

import java.math.BigInteger;

/// Whether a number, taken exactly as written, lies within ±(2^53 - 1).
///
/// Judged on the digits, not on a double: 9007199254740991.1 rounds to the bound but is beyond it.
final class SafeRange {

    private static final BigInteger BOUND = BigInteger.valueOf(JsonNumber.MAX_SAFE_INTEGER);
    private static final int BOUND_DIGITS = 16;

    private SafeRange() {}

    static boolean contains(String lexeme) {
        // Up to 15 characters without an exponent cannot reach 2^53.
        if (lexeme.length() < BOUND_DIGITS && lexeme.indexOf('e') < 0 && lexeme.indexOf('E') < 0) {
            return true;
        }
        return containsExactly(lexeme.charAt(0) == '-' ? lexeme.substring(1) : lexeme);
    }

    private static boolean containsExactly(String magnitude) {
        int mark = Math.max(magnitude.indexOf('e'), magnitude.indexOf('E'));
        String mantissa = mark < 0 ? magnitude : magnitude.substring(0, mark);
        int point = mantissa.indexOf('.');
        String digits = (point < 0 ? mantissa : mantissa.substring(0, point) + mantissa.substring(point + 1));
        int fraction = point < 0 ? 0 : mantissa.length() - point - 1;
        int first = firstNonZero(digits);
        if (first == digits.length()) {
            return true;
        }
        String significant = digits.substring(first);
        long exponent = mark < 0 ? 0 : exponent(magnitude.substring(mark + 1));
        // The value is 0.significant × 10^integerDigits.
        long integerDigits = significant.length() - fraction + exponent;
        if (integerDigits != BOUND_DIGITS) {
            return integerDigits < BOUND_DIGITS;
        }
        return withinBound(significant);
    }

    private static boolean withinBound(String significant) {
        String whole = significant.length() >= BOUND_DIGITS
                ? significant.substring(0, BOUND_DIGITS)
                : significant + "0".repeat(BOUND_DIGITS - significant.length());
        int compared = new BigInteger(whole).compareTo(BOUND);
        if (compared != 0) {
            return compared < 0;
        }
        return significant.length() <= BOUND_DIGITS
                || firstNonZero(significant.substring(BOUND_DIGITS)) == significant.length() - BOUND_DIGITS;
    }

    private static int firstNonZero(String digits) {
        int i = 0;
        while (i < digits.length() && digits.charAt(i) == '0') {
            i++;
        }
        return i;
    }

    /// The exponent, saturated: its digits may overflow any integer type.
    private static long exponent(String text) {
        boolean negative = text.charAt(0) == '-';
        String digits = text.charAt(0) == '-' || text.charAt(0) == '+' ? text.substring(1) : text;
        String significant = digits.substring(firstNonZero(digits));
        long value = significant.isEmpty()
                ? 0
                : significant.length() > 12 ? 1_000_000_000_000L : Long.parseLong(significant);
        return negative ? -value : value;
    }
}
