package dev.waybill.store.postgres;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenKeys;
import dev.waybill.store.sql.ApiKeyTable;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.TokenKeyTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Who may call a store's runs: the keys of callers, and those that tokens are sealed with.
abstract class PostgresKeys implements TokenKeys, ApiKeys {

    private static final ApiKeyTable API_KEYS = new ApiKeyTable("waybill.api_key");
    private static final TokenKeyTable TOKEN_KEYS = new TokenKeyTable("waybill.token_key");

    private final Database database;

    PostgresKeys(Database database) {
        this.database = database;
    }

    private interface Change<R> {
        R make() throws SQLException;
    }

    /// Nobody else changes a table while this looks; who only reads goes on.
    private static <R> R alone(SqlSession session, String table, Change<R> change) throws SQLException {
        session.run("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE");
        return change.make();
    }

    @Override
    public List<TokenKey> tokenKeys() {
        return database.read(TOKEN_KEYS::read);
    }

    @Override
    public List<TokenKey> createTokenKey(TokenKey first) {
        return database.repeatableWrite(
                session -> alone(session, TOKEN_KEYS.name(), () -> TOKEN_KEYS.create(session, first)));
    }

    @Override
    public List<TokenKey> rotateTokenKey(TokenKey next, Instant oldValidUntil) {
        return database.write(session ->
                        alone(session, TOKEN_KEYS.name(), () -> TOKEN_KEYS.rotate(session, next, oldValidUntil)))
                .orElseThrow(() -> new IllegalStateException("token key %d is still valid".formatted(next.id())));
    }

    @Override
    public Optional<ApiKey> apiKey(Digest digest) {
        return database.read(session -> API_KEYS.find(session, digest));
    }

    @Override
    public List<ApiKey> apiKeys() {
        return database.read(API_KEYS::all);
    }

    @Override
    public void addApiKey(ApiKey key) {
        if (!database.write(session -> API_KEYS.add(session, key))) {
            throw new IllegalStateException("API key %s is there already".formatted(key.id()));
        }
    }

    @Override
    public boolean addFirstApiKey(ApiKey key) {
        return database.write(session -> alone(session, API_KEYS.name(), () -> API_KEYS.addFirst(session, key)));
    }

    @Override
    public boolean expireApiKey(String id, Instant at) {
        return database.repeatableWrite(session -> API_KEYS.expire(session, id, at));
    }
}
