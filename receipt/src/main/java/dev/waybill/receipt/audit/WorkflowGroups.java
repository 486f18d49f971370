package dev.waybill.receipt.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// Workflows and which of them started which: groups that hang together, and loops that cannot be.
final class WorkflowGroups {

    private static final int NONE = -1;

    private final int[] group;
    private final int[] startedBy;

    WorkflowGroups(int workflows) {
        group = new int[workflows];
        startedBy = new int[workflows];
        Arrays.setAll(group, i -> i);
        Arrays.fill(startedBy, NONE);
    }

    void link(int caller, int child) {
        group[find(child)] = find(caller);
        startedBy[child] = caller;
    }

    private int find(int workflow) {
        int root = workflow;
        while (group[root] != root) {
            group[root] = group[group[root]];
            root = group[root];
        }
        return root;
    }

    /// One name for each group, the first of its members; sorted.
    List<String> representatives(IntFunction<String> name) {
        var first = new TreeMap<Integer, String>();
        for (int workflow = 0; workflow < group.length; workflow++) {
            first.merge(find(workflow), name.apply(workflow), (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
        return first.values().stream().sorted().toList();
    }

    /// The rings of workflows that started each other.
    List<List<Integer>> cycles() {
        List<List<Integer>> cycles = new ArrayList<>();
        int[] visitedBy = new int[startedBy.length];
        for (int start = 0; start < startedBy.length; start++) {
            int workflow = start;
            while (workflow != NONE && visitedBy[workflow] == 0) {
                visitedBy[workflow] = start + 1;
                workflow = startedBy[workflow];
            }
            if (workflow != NONE && visitedBy[workflow] == start + 1) {
                cycles.add(ring(workflow));
            }
        }
        return cycles;
    }

    private List<Integer> ring(int start) {
        List<Integer> ring = new ArrayList<>();
        int workflow = start;
        do {
            ring.add(workflow);
            workflow = startedBy[workflow];
        } while (workflow != start);
        return ring;
    }
}
