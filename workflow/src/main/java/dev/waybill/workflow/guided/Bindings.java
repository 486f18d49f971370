package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import java.util.Optional;

/// What a project puts into the extension points of workflows.
@FunctionalInterface
public interface Bindings {

    Bindings NONE = (_, _) -> Optional.empty();

    /// What `{{wr.bindings.SLOT}}` stands for; empty means the workflow's default.
    Optional<String> find(String workflowId, String slot);

    /// Bindings out of a file: `{"workflow-id": {"slot": "value"}}`, or flat `{"slot": "value"}` for all workflows; the
    /// former is asked first.
    static Bindings of(JsonObject file) {
        return (workflowId, slot) ->
                file.object(workflowId).flatMap(own -> own.string(slot)).or(() -> file.string(slot));
    }
}
