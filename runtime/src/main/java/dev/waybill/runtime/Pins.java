package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverNode;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.VerifierTerms;
import dev.waybill.journal.RunHeader;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The definitions that a run and its children will need, pinned when the run is created: whoever takes it over needs
/// no folder, and an edited file changes no run.
final class Pins {

    static final String OPTION = "definitions";

    private Pins() {}

    /// The definition and all that it hands over to, near and far, by id. What cannot be found is left out.
    static Map<String, WorkflowDefinition> closure(
            WorkflowDefinition definition, DefinitionSource source, NodeTypes types) {
        Map<String, WorkflowDefinition> found = new LinkedHashMap<>();
        ArrayDeque<WorkflowDefinition> open = new ArrayDeque<>();
        found.put(definition.id(), definition);
        open.add(definition);
        while (!open.isEmpty()) {
            for (WorkflowNode node : open.remove().nodes()) {
                for (String worker : named(types, node)) {
                    Optional<WorkflowDefinition> child =
                            found.containsKey(worker) ? Optional.empty() : definition(source, node, worker);
                    child.ifPresent(it -> {
                        found.put(it.id(), it);
                        open.add(it);
                    });
                }
            }
        }
        return found;
    }

    /// Where a node may hand over to: what has to be there, and what its supervisor may name.
    static List<String> named(NodeTypes types, WorkflowNode node) {
        List<String> named = new ArrayList<>(workers(types, node));
        if (!node.disabled()) {
            named.addAll(SupervisorNode.workers(node));
        }
        return named;
    }

    /// Where a node hands over to, its critic included; nowhere when it is disabled.
    static List<String> workers(NodeTypes types, WorkflowNode node) {
        if (node.disabled()) {
            return List.of();
        }
        List<String> workers = new ArrayList<>();
        if (types.find(node.typeId()).orElse(null) instanceof HandOverNode handing) {
            workers.addAll(handing.workers(node));
        }
        VerifierTerms.of(node).critic().ifPresent(workers::add);
        return workers;
    }

    /// The definition that a node means: a critic that is a function runs as a workflow of one node.
    static Optional<WorkflowDefinition> definition(DefinitionSource source, WorkflowNode node, String worker) {
        return VerifierTerms.of(node)
                .function()
                .filter(json -> json.string("id").filter(worker::equals).isPresent())
                .map(DefinitionReader::read)
                .flatMap(read -> read instanceof Read.Ok ok ? Optional.of(ok.definition()) : Optional.empty())
                .or(() -> source.find(worker));
    }

    static JsonObject toJson(Map<String, WorkflowDefinition> pinned) {
        Map<String, JsonValue> digests = new LinkedHashMap<>();
        pinned.forEach((id, definition) ->
                digests.put(id, new JsonString(definition.digest().toString())));
        return new JsonObject(digests);
    }

    /// Options of a child with more pins; what its family has pinned already stays as it is.
    static JsonObject into(JsonObject options, Map<String, WorkflowDefinition> more) {
        if (more.isEmpty()) {
            return options;
        }
        Map<String, JsonValue> pins = new LinkedHashMap<>(toJson(more).members());
        pins.putAll(options.object(OPTION).orElse(JsonObject.EMPTY).members());
        return options.with(OPTION, new JsonObject(pins));
    }

    static Optional<Digest> find(RunHeader header, String definitionId) {
        return header.options()
                .object(OPTION)
                .flatMap(pins -> pins.string(definitionId))
                .map(Digest::parse);
    }
}
