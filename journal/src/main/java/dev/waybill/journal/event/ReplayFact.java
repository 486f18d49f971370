package dev.waybill.journal.event;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// What a replay has to say about its source.
public sealed interface ReplayFact extends RunEvent {

    /// The replay came to another event than its source.
    ///
    /// @param expected the source's event at that place, without what differs by nature
    /// @param actual the replay's event
    record ReplayDiverged(
            String sourceRunId,
            long atSequence,
            @Nullable String originalEventId,
            String divergenceKind,
            @Nullable String divergencePoint,
            @Nullable JsonValue expected,
            @Nullable JsonValue actual)
            implements ReplayFact {
        public static final String TYPE = "replay.diverged";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("sourceRunId", sourceRunId)
                    .put("atSequence", atSequence)
                    .putIfPresent("originalEventId", originalEventId)
                    .put("divergenceKind", divergenceKind)
                    .putIfPresent("divergencePoint", divergencePoint)
                    .putIfPresent("expected", expected)
                    .putIfPresent("actual", actual)
                    .build();
        }

        static ReplayDiverged read(Payload payload) {
            return new ReplayDiverged(
                    payload.text("sourceRunId"),
                    payload.integer("atSequence"),
                    payload.optionalText("originalEventId"),
                    payload.text("divergenceKind"),
                    payload.optionalText("divergencePoint"),
                    payload.optionalValue("expected"),
                    payload.optionalValue("actual"));
        }
    }
}
