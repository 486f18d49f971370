package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverPhase;
import java.util.Optional;

/// How a child ended. The end of its node tells it, in the hidden part, where it is no event of its own.
public record ChildEnd(String childRunId, RunStatus status) {

    public static final String VARIABLES = "variables";
    public static final String OUTPUTS = "outputs";

    private static final String MEMBER = "childEnded";
    private static final String RUN = "run";
    private static final String STATUS = "status";

    /// What the end is called where each phase of a hand-over is an event.
    public HandOverPhase phase() {
        return switch (status) {
            case COMPLETED -> HandOverPhase.CHILD_COMPLETED;
            case CANCELLED -> HandOverPhase.CHILD_CANCELLED;
            default -> HandOverPhase.CHILD_FAILED;
        };
    }

    /// What everybody may see of a run's end: `{variables, outputs}`, where sensitive values are masked.
    public static JsonObject shown(RunState end) {
        return JsonObject.builder()
                .put(VARIABLES, PublicView.variables(end))
                .put(OUTPUTS, PublicView.outputs(end))
                .build();
    }

    public JsonObject toHidden() {
        return JsonObject.EMPTY.with(
                MEMBER,
                JsonObject.builder()
                        .put(RUN, childRunId)
                        .put(STATUS, status.wire())
                        .build());
    }

    /// Empty when no child ended with the node.
    public static Optional<ChildEnd> of(Event end) {
        return end.hidden()
                .object(MEMBER)
                .map(json -> new ChildEnd(
                        json.string(RUN).orElseThrow(),
                        RunStatus.ofWire(json.string(STATUS).orElseThrow())));
    }
}
