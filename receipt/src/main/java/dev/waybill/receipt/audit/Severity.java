package dev.waybill.receipt.audit;

import java.util.Locale;

/// How much a finding weighs. The heaviest one decides the verdict.
public enum Severity {
    /// Something is false: a signature, a hash, an order that cannot be.
    ERROR,
    /// Something is missing, so that the whole cannot be judged.
    GAP,
    /// Nothing is false or missing, but a reader should know.
    WARNING,
    /// A fact about the evidence.
    INFO;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
