package dev.waybill.runtime.heartbeat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What one look came to.
///
/// @param from what was seen before; null where nobody has looked yet
/// @param to what is seen now; null when nobody could tell
/// @param run that was started because of it; null when none was
public record Beat(
        String heartbeatId,
        Status status,
        @Nullable JsonValue from,
        @Nullable JsonValue to,
        @Nullable RunId run) {

    public enum Status {
        OK,
        /// It took longer than it may.
        TIMEOUT,
        /// Who looked has failed.
        ERROR
    }

    /// Whether something else is seen than before. The first look has nothing to compare with.
    public boolean changed() {
        return status == Status.OK && from != null && !from.equals(to);
    }

    /// As the protocol tells it.
    public JsonObject toJson() {
        JsonObject evaluated = JsonObject.builder()
                .put("heartbeatId", heartbeatId)
                .put("status", status.name().toLowerCase(Locale.ROOT))
                .put("changed", JsonBool.of(changed()))
                .build();
        JsonArray changes = changed()
                ? new JsonArray(List.of(JsonObject.builder()
                        .put("heartbeatId", heartbeatId)
                        .putIfPresent("from", from)
                        .putIfPresent("to", to)
                        .build()))
                : JsonArray.EMPTY;
        return JsonObject.builder()
                .put("evaluated", new JsonArray(List.of(evaluated)))
                .put("stateChanged", changes)
                .put(
                        "enqueuedRuns",
                        run == null ? JsonArray.EMPTY : new JsonArray(List.of(new JsonString(run.value()))))
                .build();
    }
}
