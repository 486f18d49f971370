package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.RunError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the latest execution of a node ended.
///
/// @param masked the outputs that nobody outside may see
/// @param undecided why nobody could say where the run goes on from here: it fails
/// @param stepId its receipt step
/// @param event that recorded it; null while it is being decided
public record NodeEnd(
        Kind kind,
        JsonObject outputs,
        List<String> masked,
        @Nullable RunError error,
        @Nullable RunError undecided,
        String stepId,
        @Nullable EventRef event) {

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

    public NodeEnd {
        masked = List.copyOf(masked);
    }

    /// It has done its work.
    public static NodeEnd completed(JsonObject outputs) {
        return new NodeEnd(Kind.COMPLETED, outputs, List.of(), null, null, "", null);
    }

    public static NodeEnd failed(RunError error) {
        return new NodeEnd(Kind.FAILED, JsonObject.EMPTY, List.of(), error, null, "", null);
    }

    /// It was not executed, or not to its end.
    static NodeEnd without(Kind kind) {
        return new NodeEnd(kind, JsonObject.EMPTY, List.of(), null, null, "", null);
    }

    NodeEnd masking(List<String> outputsToMask) {
        return new NodeEnd(kind, outputs, outputsToMask, error, undecided, stepId, event);
    }

    NodeEnd undecided(@Nullable RunError why) {
        return new NodeEnd(kind, outputs, masked, error, why, stepId, event);
    }

    NodeEnd recorded(EventRef at) {
        return new NodeEnd(kind, outputs, masked, error, undecided, stepId, at);
    }

    NodeEnd signedBy(String step) {
        return new NodeEnd(kind, outputs, masked, error, undecided, step, event);
    }
}
