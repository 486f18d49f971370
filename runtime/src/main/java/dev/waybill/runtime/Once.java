package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import java.time.Instant;
import java.util.Objects;

/// A call that may come twice and happens once.
///
/// @param operation what is called: keys of two operations never meet
/// @param key the caller's
/// @param request what is asked, so that another call under the same key is found out
/// @param answer what is kept for its repetition
public record Once(String operation, String key, JsonObject request, JsonObject answer) {

    JsonObject request(RunId run) {
        return request.with("run", run.value());
    }

    IdempotencyRecord record(Caller caller, RunId run, Instant now) {
        IdempotencyKey of = new IdempotencyKey(caller.tenant(), operation, key);
        return Objects.requireNonNull(Idempotency.record(of, request(run), answer, now));
    }
}
