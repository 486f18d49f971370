package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonNumber;
import java.math.BigDecimal;

/// Numbers as they are written: 19.99 is a multiple of 0.01, which doubles would deny.
final class Decimals {

    /// Beyond this a number is as good as zero, and exact arithmetic only costs time.
    private static final int MOST_DIGITS = 400;

    private Decimals() {}

    static int compare(JsonNumber left, JsonNumber right) {
        BigDecimal one = exact(left);
        BigDecimal other = exact(right);
        return one.compareTo(other);
    }

    static boolean isMultiple(JsonNumber number, JsonNumber divisor) {
        BigDecimal by = exact(divisor);
        return by.signum() != 0 && exact(number).remainder(by).signum() == 0;
    }

    private static BigDecimal exact(JsonNumber number) {
        if (number.lexeme().length() <= MOST_DIGITS) {
            double rounded = Math.abs(number.doubleValue());
            if (rounded == 0 || rounded > 1e-300) {
                return rounded == 0 ? BigDecimal.ZERO : new BigDecimal(number.lexeme());
            }
        }
        return BigDecimal.valueOf(number.doubleValue());
    }
}
