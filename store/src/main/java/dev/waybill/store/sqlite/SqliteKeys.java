package dev.waybill.store.sqlite;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenKeys;
import dev.waybill.store.sql.ApiKeyTable;
import dev.waybill.store.sql.SqlAccess;
import dev.waybill.store.sql.TokenKeyTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Who may call a store's runs: the keys of callers, and those that tokens are sealed with.
abstract class SqliteKeys implements TokenKeys, ApiKeys {

    private static final ApiKeyTable API_KEYS = new ApiKeyTable("api_keys");
    private static final TokenKeyTable TOKEN_KEYS = new TokenKeyTable("token_keys");

    abstract <R> R read(SqlAccess.Work<R> work);

    abstract <R> R write(Write.Work<R> work);

    @Override
    public List<TokenKey> tokenKeys() {
        return read(TOKEN_KEYS::read);
    }

    @Override
    public List<TokenKey> createTokenKey(TokenKey first) {
        return write(session -> TOKEN_KEYS.create(session, first));
    }

    @Override
    public List<TokenKey> rotateTokenKey(TokenKey next, Instant oldValidUntil) {
        return write(session -> TOKEN_KEYS.rotate(session, next, oldValidUntil))
                .orElseThrow(() -> new IllegalStateException("token key %d is still valid".formatted(next.id())));
    }

    @Override
    public Optional<ApiKey> apiKey(Digest digest) {
        return read(session -> API_KEYS.find(session, digest));
    }

    @Override
    public List<ApiKey> apiKeys() {
        return read(API_KEYS::all);
    }

    @Override
    public void addApiKey(ApiKey key) {
        if (!write(session -> API_KEYS.add(session, key))) {
            throw new IllegalStateException("API key %s is there already".formatted(key.id()));
        }
    }

    @Override
    public boolean addFirstApiKey(ApiKey key) {
        return write(session -> API_KEYS.addFirst(session, key));
    }

    @Override
    public boolean expireApiKey(String id, Instant at) {
        return write(session -> API_KEYS.expire(session, id, at));
    }
}
