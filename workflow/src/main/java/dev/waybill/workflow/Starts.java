package dev.waybill.workflow;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Where runs of a graph begin.
///
/// A run begins at the nodes that nothing leads to. A graph that is one loop has none: then at the nodes that a trigger
/// names, else at its first planner, because a supervised loop begins with the planner's turn; there as well when
/// nothing else leads to it. A node that only a channel write starts is no entry.
///
/// @param entries where every run begins; empty when nothing says where
/// @param all these, and the nodes that triggers start
record Starts(List<Integer> entries, List<Integer> all) {

    static Starts of(Graph graph, List<String> typeIds, List<WorkflowTrigger> triggers) {
        List<Integer> named = named(graph, triggers, false);
        Set<Integer> reactive = new LinkedHashSet<>(named(graph, triggers, true));
        List<Integer> entries = new ArrayList<>();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.isSource(node) && !reactive.contains(node)) {
                entries.add(node);
            }
        }
        if (entries.isEmpty()) {
            entries.addAll(named);
        }
        int planner = typeIds.indexOf(WorkflowNode.SUPERVISOR);
        if (planner >= 0
                && !reactive.contains(planner)
                && (entries.isEmpty() || !graph.reachableFrom(entries)[planner])) {
            entries.add(planner);
        }
        Set<Integer> all = new LinkedHashSet<>(entries);
        all.addAll(named);
        all.addAll(reactive);
        return new Starts(List.copyOf(entries), List.copyOf(all));
    }

    private static List<Integer> named(Graph graph, List<WorkflowTrigger> triggers, boolean reactive) {
        return triggers.stream()
                .filter(trigger -> reactive == (trigger.type() == TriggerType.CHANNEL_WRITE))
                .map(trigger -> trigger.nodeId() == null ? -1 : graph.number(trigger.nodeId()))
                .filter(node -> node >= 0)
                .distinct()
                .toList();
    }
}
