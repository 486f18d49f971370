package dev.waybill.receipt.key;

import org.jspecify.annotations.Nullable;

/// When a key may have signed, in epoch seconds. An absent bound is open.
///
/// @param notBefore the key was not in use before this instant
/// @param retiredAt the key made no new signatures from this instant on; older ones stay good
/// @param revokedAt nothing issued from this instant on is trusted; `0` distrusts all it ever signed
public record Validity(
        @Nullable Long notBefore,
        @Nullable Long retiredAt,
        @Nullable Long revokedAt) {

    public static final Validity ALWAYS = new Validity(null, null, null);

    public Validity {
        if (notBefore != null && retiredAt != null && retiredAt < notBefore) {
            throw new IllegalArgumentException(
                    "a key cannot retire at " + retiredAt + ", before it starts at " + notBefore);
        }
    }

    public boolean revokedAt(long issuedAt) {
        return revokedAt != null && issuedAt >= revokedAt;
    }

    public boolean inUseAt(long issuedAt) {
        return (notBefore == null || issuedAt >= notBefore) && (retiredAt == null || issuedAt < retiredAt);
    }
}
