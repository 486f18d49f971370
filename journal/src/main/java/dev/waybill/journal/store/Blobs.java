package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import java.util.Optional;

/// Bytes by their digest; they are written with the transaction that needs them.
public interface Blobs {
    Optional<byte[]> blob(Digest digest);
}
