package dev.waybill.receipt.merkle;

import java.util.Locale;

/// Why a set, a commitment or a proof is malformed. The texts are PEAC's and stable.
///
/// A proof that is well formed and wrong has no code: it verifies to `false`.
public enum MerkleCode {
    EMPTY_INPUT("Give at least one receipt: an empty set has no root."),
    INVALID_RECEIPT_REF("Write a receipt reference as sha256: and 64 lower-case hexadecimal digits."),
    DUPLICATE_RECEIPT_REF("Give every receipt once."),
    TARGET_NOT_FOUND("Choose a receipt that belongs to the set."),
    INVALID_COMMITMENT("Ask for a commitment with root and tree_size."),
    INVALID_MERKLE_ROOT("Write the root as sha256: and 64 lower-case hexadecimal digits."),
    INVALID_PROOF("Ask for a proof whose positions and sizes fit each other."),
    INVALID_PROOF_HASH("Write every hash of the path as sha256: and 64 lower-case hexadecimal digits."),
    UNSUPPORTED_TREE_ALG("Use a tree algorithm that this version knows."),
    UNSUPPORTED_HASH_ALG("Use hash_alg sha256.");

    private final String next;

    MerkleCode(String next) {
        this.next = next;
    }

    /// The code as others read it: `audit.merkle.empty_input`.
    public String text() {
        return "audit.merkle." + name().toLowerCase(Locale.ROOT);
    }

    /// What the reader can do about it.
    public String next() {
        return next;
    }
}
