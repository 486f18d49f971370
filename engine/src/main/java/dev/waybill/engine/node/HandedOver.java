package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What became of a child run that an activity has handed over to: a note among those that it has kept.
///
/// @param index which of the plans it was
/// @param childRunId null when the child could not be created
/// @param shown the child's variables and outputs at its end, `{variables, outputs}`, as everybody may see them
/// @param error why it came to nothing; null when it did its work
public record HandedOver(
        int index,
        @Nullable String childRunId,
        RunStatus status,
        JsonObject shown,
        @Nullable RunError error) {

    private static final String MEMBER = "handedOver";

    public JsonObject toJson() {
        return JsonObject.EMPTY.with(
                MEMBER,
                JsonObject.builder()
                        .put("index", index)
                        .putIfPresent("child", childRunId)
                        .put("status", status.wire())
                        .put("shown", shown)
                        .putIfPresent("error", error == null ? null : error.toJson())
                        .build());
    }

    /// Empty when a note tells of something else.
    public static Optional<HandedOver> of(JsonObject note) {
        return note.object(MEMBER)
                .map(json -> new HandedOver(
                        json.get("index") instanceof JsonNumber number
                                ? (int) number.asInteger().orElse(0)
                                : 0,
                        json.string("child").orElse(null),
                        RunStatus.ofWire(json.string("status").orElseThrow()),
                        json.object("shown").orElse(JsonObject.EMPTY),
                        json.object("error").map(RunError::ofJson).orElse(null)));
    }
}
