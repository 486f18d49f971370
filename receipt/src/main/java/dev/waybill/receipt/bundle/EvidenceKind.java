package dev.waybill.receipt.bundle;

/// What an input turned out to be.
public enum EvidenceKind {
    RECEIPT("a single receipt"),
    RECEIPT_LINES("receipts, one a line"),
    RECEIPT_ARRAY("a JSON array of receipts"),
    KEYS("a key set"),
    PROOFS("inclusion proofs"),
    EVENTS("events that nobody signed"),
    BUNDLE("a Waybill bundle"),
    DISCLOSURE_BUNDLE("a Waybill disclosure bundle"),
    DISPUTE_BUNDLE("a PEAC dispute bundle");

    private final String label;

    EvidenceKind(String label) {
        this.label = label;
    }

    /// Whether it goes with receipts and holds none.
    boolean isAside() {
        return this == KEYS || this == PROOFS || this == EVENTS;
    }

    /// For people: "a Waybill bundle".
    public String label() {
        return label;
    }
}
