package dev.waybill.receipt.key;

import org.jspecify.annotations.Nullable;

/// When a key may have signed, in epoch seconds. An absent bound is open.
///
/// @param notBefore the key was not in use before this instant
/// @param retiredAt the key made no new signatures from this instant on; older ones stay good
/// @param revokedAt nothing issued from this instant on is trusted, and what says that it is older only where somebody
///     else shows that; `0` distrusts all it ever signed
/// @param revokedFor why, in a word such as `key_compromise`
public record Validity(
        @Nullable Long notBefore,
        @Nullable Long retiredAt,
        @Nullable Long revokedAt,
        @Nullable String revokedFor) {

    public static final Validity ALWAYS = new Validity(null, null, null);

    public Validity {
        if (notBefore != null && retiredAt != null && retiredAt < notBefore) {
            throw new IllegalArgumentException(
                    "a key cannot retire at " + retiredAt + ", before it starts at " + notBefore);
        }
    }

    public Validity(@Nullable Long notBefore, @Nullable Long retiredAt, @Nullable Long revokedAt) {
        this(notBefore, retiredAt, revokedAt, null);
    }

    /// The same times, with the key revoked at an instant or, if that came first, when it was.
    Validity revokedAt(long at, @Nullable String reason) {
        return narrowedBy(new Validity(null, null, at, reason));
    }

    /// What two statements about one key leave of its validity: the narrower of each bound. Merging key
    /// sets must never bring a revoked key back.
    Validity narrowedBy(Validity other) {
        Long from = later(notBefore, other.notBefore);
        Long until = earlier(retiredAt, other.retiredAt);
        boolean never = from != null && until != null && until < from;
        Long revoked = earlier(revokedAt, other.revokedAt);
        String reason = revoked != null && revoked.equals(revokedAt) && revokedFor != null
                ? revokedFor
                : revoked != null && revoked.equals(other.revokedAt) ? other.revokedFor : null;
        return new Validity(from, never ? from : until, revoked, reason);
    }

    private static @Nullable Long later(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : Long.valueOf(Math.max(one, other));
    }

    private static @Nullable Long earlier(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : Long.valueOf(Math.min(one, other));
    }

    public boolean revokedAt(long issuedAt) {
        return revokedAt != null && issuedAt >= revokedAt;
    }

    public boolean inUseAt(long issuedAt) {
        return (notBefore == null || issuedAt >= notBefore) && (retiredAt == null || issuedAt < retiredAt);
    }
}
