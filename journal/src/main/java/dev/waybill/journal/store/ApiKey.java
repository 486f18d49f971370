package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Permission to call this host over the network. The key itself is nowhere; its digest is enough to recognise it.
///
/// @param id for people: how the key is named in lists
/// @param digest of the key
/// @param scopes what its holder may do
/// @param expiresAt the key is refused from then on; null means never
public record ApiKey(
        String id,
        String tenant,
        String label,
        Digest digest,
        Set<Scope> scopes,
        Instant createdAt,
        @Nullable Instant expiresAt) {

    public ApiKey {
        scopes = Scope.copyOf(scopes);
    }

    public boolean isValid(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }

    /// The same key with another end.
    public ApiKey endingAt(Instant end) {
        return new ApiKey(id, tenant, label, digest, scopes, createdAt, end);
    }
}
