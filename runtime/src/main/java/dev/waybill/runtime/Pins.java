package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.SubWorkflowNode;
import dev.waybill.journal.RunHeader;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The definitions that a run and its children will need, pinned when the run is created: whoever takes it over needs
/// no folder, and an edited file changes no run.
final class Pins {

    static final String OPTION = "definitions";

    private static final String SUB_WORKFLOW = new SubWorkflowNode().typeId();

    private Pins() {}

    /// The definition and all that it hands over to, near and far, by id. What cannot be found is left out: the
    /// hand-over says so when it comes to it.
    static Map<String, WorkflowDefinition> closure(WorkflowDefinition definition, DefinitionSource source) {
        Map<String, WorkflowDefinition> found = new LinkedHashMap<>();
        ArrayDeque<WorkflowDefinition> open = new ArrayDeque<>();
        found.put(definition.id(), definition);
        open.add(definition);
        while (!open.isEmpty()) {
            for (WorkflowNode node : open.remove().nodes()) {
                if (node.typeId().equals(SUB_WORKFLOW)) {
                    node.config()
                            .string("workflowId")
                            .filter(id -> !found.containsKey(id))
                            .flatMap(source::find)
                            .ifPresent(child -> {
                                found.put(child.id(), child);
                                open.add(child);
                            });
                }
            }
        }
        return found;
    }

    static JsonObject toJson(Map<String, WorkflowDefinition> pinned) {
        Map<String, JsonValue> digests = new LinkedHashMap<>();
        pinned.forEach((id, definition) ->
                digests.put(id, new JsonString(definition.digest().toString())));
        return new JsonObject(digests);
    }

    static Optional<Digest> find(RunHeader header, String definitionId) {
        return header.options()
                .object(OPTION)
                .flatMap(pins -> pins.string(definitionId))
                .map(Digest::parse);
    }
}
