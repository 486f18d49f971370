package dev.waybill.doors.http;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.journal.store.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A store that has one API key.
public final class OneApiKey implements ApiKeys {

    public static final Set<Scope> SCOPES = Set.of(Scope.MANIFEST_READ, Scope.RUNS_CREATE);

    private final ApiKey key;

    public OneApiKey(String secret, String tenant, @Nullable Instant expiresAt) {
        this.key = new ApiKey("key-1", tenant, "test", ApiKeyGate.digest(secret), SCOPES, Instant.EPOCH, expiresAt);
    }

    @Override
    public Optional<ApiKey> apiKey(Digest digest) {
        return key.digest().equals(digest) ? Optional.of(key) : Optional.empty();
    }

    @Override
    public List<ApiKey> apiKeys() {
        return List.of(key);
    }

    @Override
    public void addApiKey(ApiKey another) {
        throw new IllegalStateException("one is enough");
    }

    @Override
    public boolean addFirstApiKey(ApiKey another) {
        return false;
    }

    @Override
    public boolean expireApiKey(String id, Instant at) {
        return false;
    }
}
