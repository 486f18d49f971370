package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A reason for a run to start, or for a node to start when a channel is written.
///
/// @param nodeId where the run begins; null means at the entry nodes
public record WorkflowTrigger(
        String id,
        TriggerType type,
        boolean enabled,
        @Nullable String nodeId,
        @Nullable String eventType,
        JsonObject config) {

    public WorkflowTrigger {
        Checks.notEmpty("a trigger's id", id);
        Objects.requireNonNull(type);
        Objects.requireNonNull(config);
    }
}
