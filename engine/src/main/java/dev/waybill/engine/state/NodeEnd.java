package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.RunError;
import org.jspecify.annotations.Nullable;

/// How the latest execution of a node ended.
///
/// @param stepId its receipt step
public record NodeEnd(
        Kind kind, JsonObject outputs, @Nullable RunError error, String stepId) {

    public enum Kind {
        COMPLETED("completed"),
        FAILED("failed"),
        SKIPPED("skipped"),
        CANCELLED("cancelled");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }

    NodeEnd signedBy(String step) {
        return new NodeEnd(kind, outputs, error, step);
    }
}
