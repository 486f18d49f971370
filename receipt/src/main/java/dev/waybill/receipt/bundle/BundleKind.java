package dev.waybill.receipt.bundle;

import java.util.Locale;

/// What a bundle claims to hold.
public enum BundleKind {
    /// All receipts of its workflows: what is missing is a finding.
    FULL,
    /// A selection, each receipt with a proof that it belongs to what the summary signs.
    DISCLOSURE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
