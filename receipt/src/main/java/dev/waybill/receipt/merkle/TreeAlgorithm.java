package dev.waybill.receipt.merkle;

/// Which digests a tree commits to, and in which order. Both hash as RFC 6962 does.
public enum TreeAlgorithm {
    /// PEAC's commitment: a set of distinct receipt digests in bytewise order.
    SORTED_SET("peac.merkle.ct-sorted-set-sha256-v1"),

    /// Ours: receipts in the order in which they were committed, so that an earlier tree is a prefix of
    /// a later one and a cut tail shows.
    COMMIT_ORDER("waybill.merkle.rfc6962-commit-order-sha256-v1");

    static final String HASH = "sha256";

    private final String wire;

    TreeAlgorithm(String wire) {
        this.wire = wire;
    }

    /// The name in `tree_alg`.
    public String wire() {
        return wire;
    }
}
