package dev.waybill.receipt.audit;

import java.util.Locale;

/// The one answer about a set of receipts.
public enum Verdict {
    /// All that is here holds, and nothing that it refers to is missing. Whether it is all that there is, the
    /// [Completeness] says.
    VERIFIED,
    /// What is here holds, but something is missing.
    INCOMPLETE,
    /// Something does not hold.
    BROKEN;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
