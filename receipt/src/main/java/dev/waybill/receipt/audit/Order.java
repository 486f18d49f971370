package dev.waybill.receipt.audit;

import java.util.Locale;

/// How far the hash chain proves in which order the receipts of a workflow were committed.
public enum Order {
    /// One chain leads from the root over all receipts that are here. Whether its last one is the tip, only a summary
    /// can say.
    PROVEN,
    /// There are links, but not one chain.
    PIECES,
    /// No receipt names the one before it.
    NONE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
