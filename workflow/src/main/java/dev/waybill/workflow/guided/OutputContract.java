package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// The shape of an output that a step asks for: named in our registry, in a user's file, or written in the workflow.
///
/// @param ref how steps refer to it
/// @param kind the `kind` of an artifact that is meant for it
/// @param schema JSON Schema 2020-12 of the artifact, `kind` included
/// @param example what the agent is shown, and what its author's tests accept
/// @param orderBy paths by which a dashboard orders rows; empty means as they came
/// @param dedupeBy paths whose values name a row, those into one list together: a later row replaces an earlier one of
/// its name
/// @param display what a dashboard makes of it, in this order; empty leaves it as it is
public record OutputContract(
        String ref,
        String kind,
        JsonObject schema,
        JsonValue example,
        List<String> orderBy,
        List<String> dedupeBy,
        List<Display> display) {

    public OutputContract {
        orderBy = List.copyOf(orderBy);
        dedupeBy = List.copyOf(dedupeBy);
        display = List.copyOf(display);
    }

    /// Whether all artifacts of the kind are one, made of their rows.
    public boolean hasRows() {
        return !orderBy.isEmpty() || !dedupeBy.isEmpty();
    }
}
