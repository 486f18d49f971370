package dev.waybill.journal.store;

import dev.waybill.base.Digest;

/// Bytes under the name of their digest: definitions, and bodies too large for an event.
@SuppressWarnings("ArrayRecordComponent")
public record Blob(Digest digest, byte[] bytes) {

    public static Blob of(byte[] bytes) {
        return new Blob(Digest.of(bytes), bytes);
    }
}
