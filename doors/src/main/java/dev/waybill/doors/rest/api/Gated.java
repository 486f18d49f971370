package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.workflow.WorkflowNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A node whose type stands behind a capability.
///
/// @param capability its flag in discovery
record Gated(WorkflowNode node, String capability) {

    private static final String MODEL = "multiAgent";

    private static final Map<String, String> CAPABILITIES = new LinkedHashMap<>();

    static {
        CAPABILITIES.put("core.orchestrator.supervisor", "agents.orchestrator");
        CAPABILITIES.put("core.dispatch", "agents.dispatch");
        CAPABILITIES.put("core.subWorkflow", "subWorkflow.inputMapping");
    }

    static Optional<Gated> of(WorkflowNode node) {
        return Optional.ofNullable(CAPABILITIES.get(node.typeId())).map(capability -> new Gated(node, capability));
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
