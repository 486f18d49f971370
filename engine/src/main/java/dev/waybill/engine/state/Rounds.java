package dev.waybill.engine.state;

import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowEdge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pcollections.TreePMap;

/// What leads where in a graph.
public final class Rounds {

    private Rounds() {}

    /// The nodes that can be reached, the starting ones included.
    ///
    /// @param around whether another round counts, too
    public static Set<String> reachable(CompiledWorkflow workflow, Collection<String> from, boolean around) {
        Set<String> seen = new LinkedHashSet<>(from);
        ArrayDeque<String> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            for (WorkflowEdge edge : workflow.outgoing(open.remove())) {
                if ((around || !workflow.isBackEdge(edge)) && seen.add(edge.target())) {
                    open.add(edge.target());
                }
            }
        }
        return seen;
    }

    /// Begins another round at a node: what lies behind it is open again; what came from elsewhere stays.
    static TreePMap<String, NodeState> again(
            TreePMap<String, NodeState> nodes, CompiledWorkflow workflow, String node, Arrival by) {
        Set<String> behind = reachable(workflow, List.of(node), false);
        TreePMap<String, NodeState> changed = nodes;
        for (String id : behind) {
            List<String> reopened = new ArrayList<>();
            for (WorkflowEdge edge : workflow.incoming(id)) {
                if (behind.contains(edge.source())) {
                    reopened.add(edge.id());
                }
            }
            changed = changed.plus(id, get(changed, id).reopened(reopened));
        }
        return changed.plus(node, get(changed, node).called(by));
    }

    /// Counts a back-edge that was taken. Loops inside the one that it closes are entered anew, and count anew.
    static TreePMap<String, Integer> counted(
            TreePMap<String, Integer> laps, CompiledWorkflow workflow, WorkflowEdge taken) {
        Set<String> behind = reachable(workflow, List.of(taken.target()), false);
        TreePMap<String, Integer> counted = laps.plus(taken.id(), laps.getOrDefault(taken.id(), 0) + 1);
        for (WorkflowEdge edge : workflow.edges()) {
            boolean inside = behind.contains(edge.target()) && !edge.target().equals(taken.target());
            if (inside && counted.containsKey(edge.id())) {
                counted = counted.minus(edge.id());
            }
        }
        return counted;
    }

    private static NodeState get(TreePMap<String, NodeState> nodes, String id) {
        NodeState node = nodes.get(id);
        if (node == null) {
            throw new IllegalStateException("no node is called " + id);
        }
        return node;
    }
}
