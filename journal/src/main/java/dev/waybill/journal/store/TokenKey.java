package dev.waybill.journal.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A secret under which tokens are sealed.
///
/// @param id 0 to 255, part of every token
/// @param validUntil tokens of the key are refused from then on; null while it is the newest
@SuppressWarnings("ArrayRecordComponent")
public record TokenKey(
        int id, byte[] secret, Instant createdAt, @Nullable Instant validUntil) {

    /// The one under which new tokens are sealed is first, whatever the clocks said.
    public static final Comparator<TokenKey> NEWEST_FIRST = Comparator.comparing(
                    TokenKey::validUntil,
                    Comparator.nullsFirst(Comparator.<Instant>naturalOrder().reversed()))
            .thenComparing(TokenKey::createdAt, Comparator.reverseOrder())
            .thenComparing(TokenKey::id, Comparator.reverseOrder());

    public static final int LENGTH = 32;
    public static final int MOST = 256;

    public TokenKey {
        if (id < 0 || id >= MOST || secret.length != LENGTH) {
            throw new IllegalArgumentException("a token key has an id below 256 and 32 bytes, found id " + id);
        }
    }

    /// The first key of a store. Its id is random, so that a token of another store names a key that this one lacks.
    ///
    /// @param random a cryptographic source
    public static TokenKey first(RandomGenerator random, Instant now) {
        byte[] secret = new byte[LENGTH];
        random.nextBytes(secret);
        return new TokenKey(random.nextInt(MOST), secret, now, null);
    }

    /// Whether tokens of the key are accepted.
    public boolean isValid(Instant now) {
        return validUntil == null || now.isBefore(validUntil);
    }
}
