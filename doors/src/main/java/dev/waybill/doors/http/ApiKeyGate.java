package dev.waybill.doors.http;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.runtime.Caller;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Lets in who shows an API key: `Authorization: Bearer wbk_…`.
///
/// The store has only digests. A key is found by its digest, so no comparison can be timed; keys are random
/// and long, so a plain SHA-256 is enough.
public final class ApiKeyGate implements Gatekeeper {

    private static final String PREFIX = "wbk_";
    private static final int SECRET_BYTES = 32;
    private static final String SCHEME = "Bearer ";
    private static final String EXPECTED = "expected the header Authorization: Bearer wbk_… with an API key";

    private final ApiKeys keys;
    private final InstantSource clock;
    private final FailedAttempts attempts = new FailedAttempts();

    public ApiKeyGate(ApiKeys keys, InstantSource clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /// A new key, to be shown once and never stored.
    public static String newKey(RandomGenerator random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return PREFIX + Base64Url.encode(secret);
    }

    /// What the store keeps of a key.
    public static Digest digest(String key) {
        return Digest.of(key.getBytes(StandardCharsets.UTF_8));
    }

    /// The digest of the key that was shown to a gate that let its holder in.
    static Digest keyOf(Credentials shown) {
        return digest(
                String.valueOf(shown.authorization()).substring(SCHEME.length()).strip());
    }

    @Override
    public Admission admit(Credentials shown) {
        String authorization = shown.authorization();
        if (authorization == null) {
            return new Admission.Refused(EXPECTED);
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new Admission.Refused(EXPECTED + ", found another scheme");
        }
        String key = authorization.substring(SCHEME.length()).strip();
        return key.startsWith(PREFIX)
                ? known(digest(key), shown.address())
                : new Admission.Refused(EXPECTED + ", found another kind of token");
    }

    private Admission known(Digest key, String address) {
        Instant now = clock.instant();
        if (attempts.bars(address, key, now, keys)) {
            return new Admission.Barred(FailedAttempts.WINDOW);
        }
        Optional<ApiKey> found = keys.apiKey(key);
        if (found.isEmpty()) {
            attempts.failed(address, now);
            return new Admission.Refused("this API key is not known here");
        }
        ApiKey holder = found.get();
        if (!holder.isValid(now)) {
            // The store keeps when a key ends, and not who ended it.
            return new Admission.Refused("the API key " + holder.id() + " ended on " + holder.expiresAt()
                    + ": it was revoked or replaced, or its time was over; ask for a new one");
        }
        attempts.succeeded(key);
        return new Admission.Admitted(new Caller(holder.tenant(), holder.id(), holder.scopes()));
    }

    @Override
    public boolean asksForKeys() {
        return true;
    }
}
