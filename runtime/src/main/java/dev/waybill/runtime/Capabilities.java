package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What this process can do for a run: the node types that it knows, and the agents, models, servers, programs and
/// secrets that it was given. What it lacks ends no run: another process may have it.
final class Capabilities {

    private final NodeTypes types;

    Capabilities(NodeTypes types) {
        this.types = types;
    }

    /// The node types that a workflow needs and that are not here.
    List<String> missing(WorkflowDefinition definition) {
        List<String> missing = new ArrayList<>();
        for (WorkflowNode node : definition.nodes()) {
            boolean known = node.disabled() || types.find(node.typeId()).isPresent();
            if (!known && !missing.contains(node.typeId())) {
                missing.add(node.typeId());
            }
        }
        return missing;
    }

    /// @throws Refused when this host does not have the node types that a workflow needs
    void requireTypes(WorkflowDefinition definition) {
        List<String> missing = missing(definition);
        if (!missing.isEmpty()) {
            throw new Refused(
                    RefusalCode.CAPABILITY_REQUIRED,
                    "this host does not have " + String.join(", ", missing) + ", which workflow " + definition.id()
                            + " needs" + meant(missing),
                    details(missing.getFirst(), missing).with("offendingTypeId", missing.getFirst()));
        }
    }

    private String meant(List<String> missing) {
        List<String> known = types.all().stream().map(NodeType::typeId).toList();
        return missing.stream()
                .flatMap(type -> Suggestion.nearestType(type, known).stream())
                .findFirst()
                .map(type -> "; did you mean " + type + "?")
                .orElse("");
    }

    /// @param configurable what a run of it is started with
    /// @throws Refused when this process was not given what one of the nodes needs
    void requireAll(WorkflowDefinition definition, JsonObject configurable) {
        definition.nodes().forEach(node -> require(node, configurable));
    }

    /// What a decision begins must be there to be done: who only asked for it must not end a run that others can do.
    ///
    /// @throws Refused when this process was not given what a node needs that the decision starts
    void requireFor(Decision decision) {
        RunState state = decision.state();
        if (state.isGuided() || state.header().isReplay()) {
            return;
        }
        for (Event event : decision.events()) {
            if (event.fact() instanceof NodeFact.NodeStarted started) {
                require(state.definition(started.nodeId()), state.data().configurable());
            }
        }
    }

    private void require(WorkflowNode node, JsonObject configurable) {
        List<String> lacking = types.lacking(node, configurable);
        if (!lacking.isEmpty()) {
            throw new Refused(
                    RefusalCode.CAPABILITY_REQUIRED,
                    "this process cannot do the work of node %s: %s".formatted(node.id(), String.join("; ", lacking)),
                    details(node.typeId(), lacking));
        }
    }

    private static JsonObject details(String required, List<String> missing) {
        return JsonObject.builder()
                .put("requiredCapability", required)
                .put("missing", JsonArray.ofStrings(missing))
                .build();
    }

    /// What this process was not given and one node needs, in one sentence for each.
    List<String> lacking(RunState state, String nodeId) {
        return types.lacking(state.definition(nodeId), state.data().configurable());
    }

    /// The same of all nodes that may still come, with the node types that are not here at all.
    List<String> lacking(RunState state) {
        if (state.isGuided()) {
            return List.of();
        }
        WorkflowDefinition definition = state.workflow().definition();
        Stream<String> unknown =
                missing(definition).stream().map(type -> "no node type is called %s here".formatted(type));
        // A replay is served what others did.
        Stream<String> absent = state.header().isReplay()
                ? Stream.empty()
                : definition.nodes().stream()
                        .filter(node -> mayCome(state, node))
                        .flatMap(node -> lacking(state, node.id()).stream());
        return Stream.concat(unknown, absent).distinct().toList();
    }

    /// A node that has ended comes again only in a loop: a supervisor's, or one of back-edges, where it is asked anew.
    private static boolean mayCome(RunState state, WorkflowNode node) {
        NodeState known = state.nodes().get(node.id());
        return known == null
                || known.last() == null
                || !known.isIdle()
                || Objects.equals(node.typeId(), WorkflowNode.SUPERVISOR);
    }
}
