package dev.waybill.receipt.record;

import dev.waybill.receipt.Receipt;

/// A step's receipt that signs its parents as a commitment, and the disclosure that shows them.
///
/// Keep both. Whoever gets only the receipt can verify it, but does not learn the parents.
public record RedactableStep(Receipt receipt, String disclosure) {

    /// Receipt and disclosure in one text, as verifiers read it: `<JWS>~<disclosure>~`.
    public String presented() {
        return receipt.compact() + "~" + disclosure + "~";
    }
}
