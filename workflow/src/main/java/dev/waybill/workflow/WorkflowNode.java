package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One unit of work in a graph. Whether its type exists, and what its configuration means, the engine knows.
///
/// @param inputs where each input port's value comes from, in the order written
/// @param sensitiveOutputs output ports whose values are masked
public record WorkflowNode(
        String id,
        String typeId,
        String name,
        JsonObject config,
        Map<String, PortValue> inputs,
        boolean disabled,
        @Nullable AgentRef agent,
        @Nullable OutputRole outputRole,
        @Nullable String artifactType,
        @Nullable String credentialsRef,
        Set<String> sensitiveOutputs,
        NodeSettings settings) {

    /// The planner of a supervised loop: it ends the loop by its decision.
    public static final String SUPERVISOR = "core.orchestrator.supervisor";

    /// Acts on what the planner has decided.
    public static final String DISPATCH = "core.dispatch";

    public WorkflowNode {
        Checks.notEmpty("a node's id", id);
        if (!Grammar.isTypeId(typeId)) {
            throw new IllegalArgumentException("expected a node type such as core.noop, found \"" + typeId + "\"");
        }
        Checks.notEmpty("a node's name", name);
        Objects.requireNonNull(config);
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        sensitiveOutputs = Collections.unmodifiableSet(new LinkedHashSet<>(sensitiveOutputs));
        Objects.requireNonNull(settings);
    }
}
