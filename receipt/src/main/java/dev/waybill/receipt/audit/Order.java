package dev.waybill.receipt.audit;

import java.util.Locale;

/// How far the hash chain proves in which order the receipts of a workflow were committed.
public enum Order {
    /// One chain leads from the root to the tip, over all receipts.
    PROVEN,
    /// There are links, but not one chain from root to tip.
    PIECES,
    /// No receipt names the one before it.
    NONE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
