package dev.waybill.receipt.merkle;

/// Malformed Merkle input: the code, what was expected and what was found.
///
/// Refusals are ordinary answers here and can be frequent, so they carry no stack trace.
public final class MerkleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final MerkleCode code;

    public MerkleException(MerkleCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    public MerkleCode code() {
        return code;
    }
}
