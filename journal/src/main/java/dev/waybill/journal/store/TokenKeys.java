package dev.waybill.journal.store;

import java.time.Instant;
import java.util.List;

/// The secrets of a store's tokens, shared by all processes that have it open.
public interface TokenKeys {

    /// All keys, newest first.
    List<TokenKey> tokenKeys();

    /// Adds the first key; where there is one already, nothing happens.
    ///
    /// @return all keys afterwards, newest first
    List<TokenKey> createTokenKey(TokenKey first);

    /// Adds a key under which new tokens are sealed; those before it are valid until the given time, or until the
    /// earlier one that was given before. A key with the same id gives way when its time is over as the new
    /// one is created.
    ///
    /// @return all keys afterwards, newest first
    /// @throws IllegalStateException when a key with this id is still valid
    List<TokenKey> rotateTokenKey(TokenKey next, Instant oldValidUntil);
}
