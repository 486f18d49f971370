package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Spent;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowEdge;
import org.pcollections.TreePMap;

/// How often a run has done what it may not do for ever.
///
/// @param rounds how often each back-edge was taken
/// @param laps the same, counted anew whenever a loop around it begins another round
/// @param executions of nodes that were begun
/// @param spent what each node's agents have used
/// @param talks what each node's model was asked last
public record Loops(
        TreePMap<String, Integer> rounds,
        TreePMap<String, Integer> laps,
        long executions,
        TreePMap<String, Spent> spent,
        TreePMap<String, Talk> talks) {

    static final Loops NONE = new Loops(TreePMap.empty(), TreePMap.empty(), 0, TreePMap.empty(), TreePMap.empty());

    Loops taken(CompiledWorkflow workflow, WorkflowEdge backEdge) {
        String id = backEdge.id();
        return new Loops(
                rounds.plus(id, rounds.getOrDefault(id, 0) + 1),
                Rounds.counted(laps, workflow, backEdge),
                executions,
                spent,
                talks);
    }

    Loops executed() {
        return new Loops(rounds, laps, executions + 1, spent, talks);
    }

    Loops spent(AgentFact fact) {
        Spent before = spent.getOrDefault(fact.nodeId(), Spent.NOTHING);
        return spent(fact.nodeId(), before, before.and(fact));
    }

    Loops retried(String nodeId) {
        Spent before = spent.getOrDefault(nodeId, Spent.NOTHING);
        return spent(nodeId, before, before.plus(Spent.retries(1)));
    }

    private Loops spent(String nodeId, Spent before, Spent after) {
        return after.equals(before) ? this : new Loops(rounds, laps, executions, spent.plus(nodeId, after), talks);
    }

    /// @param kept what an event has of an exchange with a node's model
    Loops talked(String nodeId, long sequence, JsonObject kept) {
        return new Loops(
                rounds, laps, executions, spent, talks.plus(nodeId, Talk.after(sequence, kept, talks.get(nodeId))));
    }
}
