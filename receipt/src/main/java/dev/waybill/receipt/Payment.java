package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;

/// What a paid step cost, in the smallest unit of its currency.
public record Payment(String rail, String reference, long amount, String currency) {

    public Payment {
        if (amount < 0) {
            throw new IllegalArgumentException("an amount is >= 0, was " + amount);
        }
        if (currency.length() != 3 || !currency.chars().allMatch(c -> c >= 'A' && c <= 'Z')) {
            throw new IllegalArgumentException("expected a currency of three capital letters, found " + currency);
        }
    }

    JsonObject toWire01() {
        return JsonObject.builder()
                .put("rail", rail)
                .put("reference", reference)
                .put("amount", amount)
                .put("currency", currency)
                .build();
    }

    /// The registered commerce group of Wire 0.2.
    JsonObject toWire02() {
        return JsonObject.builder()
                .put("payment_rail", rail)
                .put("amount_minor", Long.toString(amount))
                .put("currency", currency)
                .put("reference", reference)
                .build();
    }
}
