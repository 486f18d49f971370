package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The content behind the salted digests of a receipt: what its holder shows to prove what was signed.
public final class Bodies {

    private Bodies() {}

    /// What the receipts of an event bind.
    public static Map<Salted, JsonValue> of(RunState before, Event event) {
        Map<Salted, JsonValue> bodies = new LinkedHashMap<>();
        RunEvent fact = event.whole();
        JsonObject inputs = inputs(before, fact.nodeId());
        if (inputs != null && (fact instanceof NodeFact || fact instanceof HandOverFact)) {
            bodies.put(Salted.INPUT, inputs);
        }
        switch (fact) {
            case NodeFact.NodeCompleted completed -> bodies.put(Salted.OUTPUT, completed.outputs());
            case NodeFact.NodeFailed failed ->
                bodies.put(Salted.ERROR, failed.error().toJson());
            case NodeFact.NodeRetried retried ->
                bodies.put(Salted.ERROR, retried.lastError().toJson());
            case NodeFact.NodeProgressed progressed -> bodies.put(Salted.PROGRESS, progressed.payload());
            case HandOverFact.HandOver phase
            when phase.error() != null -> bodies.put(Salted.ERROR, phase.error().toJson());
            case RunFact.RunCompleted completed -> bodies.put(Salted.OUTPUT, completed.outputs());
            default -> {
                // Nothing more: what other events say is not in receipts.
            }
        }
        return bodies;
    }

    private static @Nullable JsonObject inputs(RunState before, @Nullable String nodeId) {
        if (nodeId == null || !before.nodes().containsKey(nodeId)) {
            return null;
        }
        Attempt attempt = before.node(nodeId).attempt();
        return attempt == null ? null : attempt.inputs();
    }

    /// What the receipt of a run's creation binds.
    public static Map<Salted, JsonValue> ofCreation(RunHeader header, JsonObject inputs) {
        Map<Salted, JsonValue> bodies = new LinkedHashMap<>();
        bodies.put(Salted.INPUT, inputs);
        if (header.origin() instanceof Origin.Fork fork && !fork.overlay().isEmpty()) {
            bodies.put(Salted.OVERLAY, fork.overlay());
        }
        if (header.receipts().pseudonymous()) {
            bodies.put(Salted.DEFINITION, new JsonString(header.definition().toString()));
        }
        return bodies;
    }
}
