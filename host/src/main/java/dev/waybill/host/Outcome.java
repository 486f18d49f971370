package dev.waybill.host;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import org.jspecify.annotations.Nullable;

/// How a run ended.
///
/// @param outputs those of its last steps, by step
/// @param error why it failed; null when it did not
public record Outcome(
        RunStatus status, JsonObject outputs, @Nullable RunError error) {

    public boolean isCompleted() {
        return status == RunStatus.COMPLETED;
    }

    /// What one of the last steps gave.
    ///
    /// @throws IllegalStateException when the run did not complete, or the step is none of its last ones
    public <T> T output(String step, Class<T> type) {
        JsonValue value = outputs.get(step);
        if (value == null) {
            throw new IllegalStateException(
                    isCompleted()
                            ? "no output of %s; there are those of %s".formatted(step, outputs.names())
                            : "the run is %s: %s".formatted(status.wire(), error == null ? "" : error.message()));
        }
        return Values.read(value, type);
    }
}
