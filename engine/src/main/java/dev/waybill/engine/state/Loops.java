package dev.waybill.engine.state;

import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowEdge;
import org.pcollections.TreePMap;

/// How often a run has done what it may not do for ever.
///
/// @param rounds how often each back-edge was taken
/// @param laps the same, counted anew whenever a loop around it begins another round
/// @param executions of nodes that were begun
public record Loops(TreePMap<String, Integer> rounds, TreePMap<String, Integer> laps, long executions) {

    static final Loops NONE = new Loops(TreePMap.empty(), TreePMap.empty(), 0);

    Loops taken(CompiledWorkflow workflow, WorkflowEdge backEdge) {
        String id = backEdge.id();
        return new Loops(
                rounds.plus(id, rounds.getOrDefault(id, 0) + 1), Rounds.counted(laps, workflow, backEdge), executions);
    }

    Loops executed() {
        return new Loops(rounds, laps, executions + 1);
    }
}
