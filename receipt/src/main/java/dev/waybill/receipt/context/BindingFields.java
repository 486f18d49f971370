package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the members of one binding object. Unknown members are refused, as in a workflow context.
record BindingFields(String pointer, JsonObject object) {

    static final String WORKFLOW_ID = "workflow_id";
    static final String STEP_ID = "step_id";

    static BindingFields of(String extensionKey, JsonValue binding, List<String> known) {
        String pointer = Refusals.segment(extensionKey);
        if (!(binding instanceof JsonObject object)) {
            throw Refusals.format(pointer, "an object", Refusals.found(binding));
        }
        for (String name : object.names()) {
            if (!known.contains(name) && !name.equals(WORKFLOW_ID) && !name.equals(STEP_ID)) {
                throw Refusals.format(pointer, "only the members of the binding", "the member " + Refusals.found(name));
            }
        }
        return new BindingFields(pointer, object);
    }

    String required(String name) {
        if (object.get(name) instanceof JsonString(var text)) {
            return text;
        }
        throw Refusals.format(pointer + "/" + name, "a string", Refusals.found(object.get(name)));
    }

    @Nullable
    WorkflowId workflowId() {
        return object.has(WORKFLOW_ID) ? new WorkflowId(required(WORKFLOW_ID)) : null;
    }

    @Nullable
    StepId stepId() {
        return object.has(STEP_ID) ? new StepId(required(STEP_ID)) : null;
    }
}
