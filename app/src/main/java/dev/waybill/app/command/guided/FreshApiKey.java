package dev.waybill.app.command.guided;

import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.Scope;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A new API key: what its holder gets to see once, and what the store keeps.
///
/// @param secret the key itself; it is shown and forgotten
record FreshApiKey(String secret, ApiKey kept) {

    private static final String PREFIX = "key_";
    private static final int ID_BYTES = 5;

    /// @param random a cryptographic source
    /// @param expiresAt null means never
    static FreshApiKey make(
            RandomGenerator random,
            String tenant,
            String label,
            Set<Scope> scopes,
            Instant now,
            @Nullable Instant expiresAt) {
        String secret = ApiKeyGate.newKey(random);
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        ApiKey kept = new ApiKey(
                PREFIX + HexFormat.of().formatHex(id),
                tenant,
                label,
                ApiKeyGate.digest(secret),
                scopes,
                now.truncatedTo(ChronoUnit.MICROS),
                expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MICROS));
        return new FreshApiKey(secret, kept);
    }

    @Override
    public String toString() {
        return "FreshApiKey(" + kept.id() + ", secret)";
    }
}
