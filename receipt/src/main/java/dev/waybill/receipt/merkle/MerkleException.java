package dev.waybill.receipt.merkle;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// Malformed Merkle input: the code, what was expected and what was found.
///
/// Refusals are ordinary answers here and can be frequent, so they carry no stack trace.
public final class MerkleException extends RefusalException {

    private static final long serialVersionUID = 1L;

    private final MerkleCode code;

    public MerkleException(MerkleCode code, String message) {
        super(new Refusal(Kind.INVALID, code.text(), message, code.next()));
        this.code = code;
    }

    public MerkleCode code() {
        return code;
    }
}
