package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The API keys of a store.
public interface ApiKeys {

    /// Expired ones too: who asks knows the time.
    Optional<ApiKey> apiKey(Digest digest);

    /// All keys, oldest first.
    List<ApiKey> apiKeys();

    /// @throws IllegalStateException when the id or the digest is taken
    void addApiKey(ApiKey key);

    /// Adds the very first key of a store.
    ///
    /// @return whether there was none before
    boolean addFirstApiKey(ApiKey key);

    /// Ends a key at a time, or leaves the earlier end that it has.
    ///
    /// @return whether there is such a key
    boolean expireApiKey(String id, Instant at);
}
