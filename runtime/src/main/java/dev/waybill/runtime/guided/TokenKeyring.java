package dev.waybill.runtime.guided;

import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The keys of a store's tokens. Another process may rotate them at any time, so they are read once for every
/// call of an agent: what was rotated before a call counts for it.
public final class TokenKeyring {

    private final TokenKeys store;
    private final InstantSource clock;
    private final RandomGenerator random;
    private volatile @Nullable List<TokenKey> known;

    /// @param random a cryptographic source
    public TokenKeyring(TokenKeys store, InstantSource clock, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.random = random;
    }

    /// The key for new tokens; the first use of a store makes it.
    TokenKey newest() {
        return known().getFirst();
    }

    /// A key of this store, also one whose time is over.
    Optional<TokenKey> find(int id) {
        return known().stream().filter(key -> key.id() == id).findFirst();
    }

    boolean isValid(TokenKey key) {
        return key.isValid(clock.instant());
    }

    private List<TokenKey> known() {
        List<TokenKey> keys = known;
        return keys == null ? refresh() : keys;
    }

    /// Sees what others have done to the keys.
    List<TokenKey> refresh() {
        List<TokenKey> keys = store.tokenKeys();
        if (keys.isEmpty()) {
            keys = store.createTokenKey(TokenKey.first(random, clock.instant()));
        }
        known = keys;
        return keys;
    }

    /// Seals new tokens with a new key from now on; tokens of the old ones stay valid for a while.
    ///
    /// @return the new key's id
    public int rotate(Instant oldValidUntil) {
        int next = (newest().id() + 1) % TokenKey.MOST;
        known = store.rotateTokenKey(fresh(next), oldValidUntil);
        return next;
    }

    private TokenKey fresh(int id) {
        byte[] secret = new byte[TokenKey.LENGTH];
        random.nextBytes(secret);
        return new TokenKey(id, secret, clock.instant(), null);
    }
}
