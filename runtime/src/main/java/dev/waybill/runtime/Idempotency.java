package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.KeptJson;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Calls that may come twice and happen once.
public final class Idempotency {

    private static final Duration REMEMBERED = Duration.ofDays(2);

    private Idempotency() {}

    /// Keys of two tenants never meet; null for a call without one.
    public static @Nullable IdempotencyKey key(Caller caller, String operation, @Nullable String key) {
        return key == null ? null : new IdempotencyKey(caller.tenant(), operation, key);
    }

    /// What is kept with the call's own transaction; null for a call without a key.
    public static @Nullable IdempotencyRecord record(
            @Nullable IdempotencyKey key, JsonObject request, JsonObject answer, Instant at) {
        return key == null
                ? null
                : new IdempotencyRecord(key, digest(request), JsonWriter.compactBytes(answer), at, at.plus(REMEMBERED));
    }

    /// The answer that the first call got.
    ///
    /// @throws Refused when that was another call
    public static JsonObject answer(IdempotencyRecord earlier, JsonObject request) {
        if (!earlier.request().equals(digest(request))) {
            throw new Refused(
                    RefusalCode.IDEMPOTENCY_KEY_MISMATCH,
                    "this idempotency key was used for another request; use a new key");
        }
        return KeptJson.read(
                earlier.answer(),
                "answers, " + earlier.key().operation() + " of tenant "
                        + earlier.key().tenant());
    }

    private static Digest digest(JsonObject request) {
        return Digest.of(Jcs.exactBytes(request));
    }
}
