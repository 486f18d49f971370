package dev.waybill.agents.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/// What a model costs, for each million tokens.
///
/// @param cached for tokens that the provider had in its cache
public record Price(BigDecimal input, BigDecimal output, BigDecimal cached) {

    public static final Currency CURRENCY = Currency.getInstance("USD");

    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
    private static final int DIGITS = 9;

    /// In dollars.
    public BigDecimal of(Usage usage) {
        BigDecimal fresh = BigDecimal.valueOf(Math.max(0, usage.input() - usage.cached()));
        return fresh.multiply(input)
                .add(BigDecimal.valueOf(usage.cached()).multiply(cached))
                .add(BigDecimal.valueOf(usage.output()).multiply(output))
                .divide(MILLION, DIGITS, RoundingMode.HALF_EVEN);
    }
}
