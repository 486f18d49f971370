package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.grammar.Tokens;

/// What a paid step cost, in the smallest unit of its currency.
public record Payment(String rail, String reference, long amount, String currency) {

    /// @throws Rejected with `E_INVALID_FORMAT`
    public Payment {
        if (amount < 0) {
            throw Refusals.format("/payment/amount", "an integer of at least 0", Long.toString(amount));
        }
        if (!Tokens.isCurrency(currency)) {
            throw Refusals.format("/payment/currency", "three capital letters such as USD", Refusals.found(currency));
        }
    }

    JsonObject toWire01() {
        return JsonObject.of("rail", rail)
                .with("reference", reference)
                .with("amount", amount)
                .with("currency", currency);
    }

    /// The registered commerce group of Wire 0.2.
    JsonObject toWire02() {
        return JsonObject.of("payment_rail", rail)
                .with("amount_minor", Long.toString(amount))
                .with("currency", currency)
                .with("reference", reference);
    }
}
