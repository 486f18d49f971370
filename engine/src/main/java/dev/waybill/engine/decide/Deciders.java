package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.GateNode;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.Told;
import dev.waybill.journal.event.RunError;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Who decided goes into what a gate gives: receipts sign for outputs and errors, and so for the name as well.
///
/// The names are the engine's. Who answers cannot sign as somebody else by putting them into the answer.
final class Deciders {

    static final String DECIDED_BY = "decidedBy";
    static final String VOTES = "votes";

    private Deciders() {}

    static NodeResult named(NodeResult result, Told told) {
        return named(result, told, DECIDED_BY, true);
    }

    /// A gate may have another name for it, as other systems' types do.
    static NodeResult named(GateNode gate, NodeResult result, Told told) {
        String name = gate.answeredBy();
        return name == null ? result : named(result, told, name, gate.tellsVotes());
    }

    private static NodeResult named(NodeResult result, Told told, String name, boolean votes) {
        return result instanceof NodeResult.Done done
                ? new NodeResult.Done(
                        outputs(done.outputs(), told, name, votes), done.port(), done.writes(), done.branches())
                : result;
    }

    private static JsonObject outputs(JsonObject given, Told told, String name, boolean votes) {
        JsonObject outputs = told.by() == null ? given.without(name) : given.with(name, new JsonString(told.by()));
        if (told.votes().isEmpty() || !votes) {
            return outputs;
        }
        return told.votes().size() == 1 ? outputs.without(VOTES) : outputs.with(VOTES, votes(told.votes()));
    }

    private static JsonObject votes(Map<String, String> votes) {
        JsonObject.Builder json = JsonObject.builder();
        votes.forEach(json::put);
        return json.build();
    }

    /// A gate that fails has no outputs: the error says who rejected, or that nobody said anything.
    static RunError rejected(String node, JsonObject outputs) {
        String gate = "the approval at node " + node;
        if (outputs.string("action").filter(ApprovalGate.TIMEOUT::equals).isPresent()) {
            return RunError.of(
                    "approval_timed_out",
                    gate + " timed out: " + outputs.string("reason").orElse(""));
        }
        RunError error = RunError.of("approval_rejected", gate + " was rejected");
        for (String name : List.of(DECIDED_BY, VOTES)) {
            error = outputs.has(name) ? error.with(name, Objects.requireNonNull(outputs.get(name))) : error;
        }
        return error;
    }
}
