package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunHeader;

/// Content that a receipt binds without showing it: `sha256(salt || JCS(content))`, where
/// integers in plain digits keep all of them ([Jcs#exactBytes]).
///
/// The salt follows from the run's secret seed, the event and the kind of content, so it needs no place of its own.
/// Whoever gets salt and content can check the digest; whoever has only the receipt cannot try guesses.
public enum Salted {
    INPUT(0, "input_digest"),
    OUTPUT(1, "output_digest"),
    ERROR(2, "error_digest"),
    PROGRESS(3, "progress_digest"),
    /// The definition's own digest, where it must not be recognised.
    DEFINITION(4, "definition_salted_digest"),
    /// What a fork changes.
    OVERLAY(5, "overlay_digest");

    private static final String PURPOSE = "salt";

    /// Part of the salt: never changed.
    private final int index;

    private final String member;

    Salted(int index, String member) {
        this.index = index;
        this.member = member;
    }

    /// The name in the receipt.
    public String member() {
        return member;
    }

    /// The salt of this content in the receipts of one event.
    public byte[] salt(RunHeader header, long sequence) {
        return header.seed().derive(PURPOSE, sequence, index);
    }

    public Digest digest(RunHeader header, long sequence, JsonValue content) {
        return digest(salt(header, sequence), content);
    }

    /// What a holder of salt and content computes, to compare it with the receipt.
    public static Digest digest(byte[] salt, JsonValue content) {
        return Digest.of(salt, Jcs.exactBytes(content));
    }
}
