package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.stream.Stream;

/// A node whose type stands behind a capability.
///
/// @param capability its flag in discovery
record Gated(WorkflowNode node, String capability) {

    private static final String MODEL = "multiAgent";

    private static final List<String> MAPPINGS =
            List.of("inputMapping", "outputMapping", "perWorkerInputMappings", "perWorkerOutputMappings");

    /// All that a node stands behind.
    static Stream<Gated> of(WorkflowNode node) {
        return switch (node.typeId()) {
            case "core.orchestrator.supervisor" ->
                givesItems(node)
                        ? Stream.of(new Gated(node, "agents.orchestrator"), new Gated(node, "dispatch.perItemInput"))
                        : Stream.of(new Gated(node, "agents.orchestrator"));
            case "core.dispatch" ->
                maps(node, MAPPINGS)
                        ? Stream.of(new Gated(node, "agents.dispatch"), new Gated(node, "agents.dispatchMapping"))
                        : Stream.of(new Gated(node, "agents.dispatch"));
            case "core.subWorkflow" ->
                maps(node, List.of("inputMapping"))
                        ? Stream.of(new Gated(node, "subWorkflow.inputMapping"))
                        : Stream.of();
            default -> Stream.of();
        };
    }

    /// Whether a plan has inputs for each worker: who drops them would send the same worker out over and
    /// over.
    private static boolean givesItems(WorkflowNode node) {
        return Stream.of("mockDispatchPlan", "mockDecisions")
                .flatMap(plan -> node.config().array(plan).orElse(JsonArray.EMPTY).items().stream())
                .flatMap(decision -> decision.asObject().stream())
                .anyMatch(decision -> decision.array("nextWorkerInputs")
                                .orElse(JsonArray.EMPTY)
                                .size()
                        > 0);
    }

    private static boolean maps(WorkflowNode node, List<String> members) {
        return members.stream()
                .anyMatch(member ->
                        !node.config().object(member).orElse(JsonObject.EMPTY).isEmpty());
    }

    /// A family that is switched off takes its members along. Without the execution model nobody hands over: its events
    /// are the sign that the host has it.
    boolean isSwitchedOffBy(String flag, JsonValue value) {
        boolean concerned = (flag.startsWith(MODEL) && !capability.startsWith("subWorkflow"))
                || capability.equals(flag)
                || capability.startsWith(flag + ".")
                || flag.equals(capability.substring(0, capability.indexOf('.')) + ".supported");
        return concerned && value.equals(JsonBool.FALSE);
    }

    RestRefusal refusal() {
        return new RestRefusal(
                400,
                RestRefusal.VALIDATION_ERROR,
                "node %s is a %s, which this host does without".formatted(node.id(), node.typeId()),
                JsonObject.of("requiredCapability", new JsonString(capability))
                        .with("offendingTypeId", node.typeId())
                        .with("nodeId", node.id()));
    }
}
