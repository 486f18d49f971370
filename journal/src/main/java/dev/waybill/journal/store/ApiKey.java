package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Permission to call this host over the network. The key itself is nowhere; its digest is enough to recognise it.
///
/// @param id for people: how the key is named in lists
/// @param digest of the key
/// @param expiresAt the key is refused from then on; null means never
public record ApiKey(
        String id,
        String tenant,
        String label,
        Digest digest,
        Instant createdAt,
        @Nullable Instant expiresAt) {

    public boolean isValid(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }
}
