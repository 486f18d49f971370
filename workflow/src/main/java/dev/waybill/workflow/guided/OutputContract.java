package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The shape of an output that a step asks for: named in our registry, in a user's file, or written in the workflow.
///
/// @param ref how steps refer to it
/// @param kind the `kind` of an artifact that is meant for it
/// @param schema JSON Schema 2020-12 of the artifact, `kind` included
/// @param example what the agent is shown, and what its author's tests accept
/// @param orderBy paths by which a dashboard orders rows; empty means as they came
/// @param dedupeBy the path whose values name a row: a later one replaces an earlier; null means no row replaces
/// another
public record OutputContract(
        String ref,
        String kind,
        JsonObject schema,
        JsonValue example,
        List<String> orderBy,
        @Nullable String dedupeBy) {

    public OutputContract {
        orderBy = List.copyOf(orderBy);
    }
}
