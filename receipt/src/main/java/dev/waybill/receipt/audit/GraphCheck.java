package dev.waybill.receipt.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Seed 6.6, rules 1 and 2: the steps form a graph without cycles, and every parent is here.
final class GraphCheck {

    private static final int LISTED_MISSING = 10_000;
    private static final int SHOWN_OF_A_CYCLE = 20;

    private final ReceiptTable table;
    private final FindingLog log;
    private final BitSet withoutOrder = new BitSet();

    GraphCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.log = log;
    }

    void run() {
        checkParentsExist();
        checkAcyclic();
    }

    /// The steps on a cycle or behind one: no order of time can be expected of them.
    BitSet withoutOrder() {
        return withoutOrder;
    }

    private void checkParentsExist() {
        Map<String, Integer> missing = new LinkedHashMap<>();
        for (int row = 0; row < table.size(); row++) {
            for (int at = table.parentsFrom(row); at < table.parentsTo(row); at++) {
                if (table.rowOfStep(table.parent(at)) == ReceiptTable.NONE && missing.size() < LISTED_MISSING) {
                    missing.putIfAbsent(row + " " + table.stepId(table.parent(at)), row);
                }
            }
        }
        if (!missing.isEmpty()) {
            Map<String, Integer> elsewhere = rowsOfSteps(missing);
            missing.forEach((key, row) -> reportMissing(row, key.substring(key.indexOf(' ') + 1), elsewhere));
        }
    }

    /// Where the missing names occur as steps of another workflow.
    private Map<String, Integer> rowsOfSteps(Map<String, Integer> missing) {
        var names = missing.keySet().stream()
                .map(key -> key.substring(key.indexOf(' ') + 1))
                .collect(Collectors.toCollection(java.util.HashSet::new));
        Map<String, Integer> rows = new LinkedHashMap<>();
        for (int row = 0; row < table.size(); row++) {
            String step = table.stepId(table.step(row));
            if (names.contains(step)) {
                rows.putIfAbsent(step, row);
            }
        }
        return rows;
    }

    private void reportMissing(int row, String parent, Map<String, Integer> elsewhere) {
        String workflow = table.workflowId(table.workflow(row));
        String step = table.stepId(table.step(row));
        Integer other = elsewhere.get(parent);
        if (other == null) {
            log.add(
                    FindingCode.E_WORKFLOW_PARENT_NOT_FOUND,
                    table.ref(row),
                    workflow,
                    "step " + step + " names parent " + parent + ", which has no receipt here");
        } else {
            log.add(
                    FindingCode.MIXED_WORKFLOW_ID,
                    table.ref(row),
                    workflow,
                    "step " + step + " names parent " + parent + ", which belongs to workflow "
                            + table.workflowId(table.workflow(other)));
        }
    }

    /// Removes steps whose parents are all removed, over and over; what stays lies on or behind a cycle.
    private void checkAcyclic() {
        int steps = table.stepCount();
        int[] open = new int[steps];
        int[] childStart = new int[steps + 1];
        countEdges(open, childStart);
        int[] children = children(childStart);
        ArrayDeque<Integer> free = new ArrayDeque<>();
        int removed = 0;
        for (int step = 0; step < steps; step++) {
            if (open[step] == 0) {
                free.add(step);
            }
        }
        while (!free.isEmpty()) {
            int step = free.poll();
            removed++;
            for (int at = childStart[step]; at < childStart[step + 1]; at++) {
                if (--open[children[at]] == 0) {
                    free.add(children[at]);
                }
            }
        }
        if (removed < steps) {
            reportCycles(open);
        }
    }

    private void countEdges(int[] open, int[] childStart) {
        for (int row = 0; row < table.size(); row++) {
            for (int at = table.parentsFrom(row); at < table.parentsTo(row); at++) {
                open[table.step(row)]++;
                childStart[table.parent(at) + 1]++;
            }
        }
        for (int step = 0; step < open.length; step++) {
            childStart[step + 1] += childStart[step];
        }
    }

    private int[] children(int[] childStart) {
        int[] children = new int[childStart[childStart.length - 1]];
        int[] next = Arrays.copyOf(childStart, childStart.length);
        for (int row = 0; row < table.size(); row++) {
            for (int at = table.parentsFrom(row); at < table.parentsTo(row); at++) {
                children[next[table.parent(at)]++] = table.step(row);
            }
        }
        return children;
    }

    /// Walks from each step that stayed to a parent that stayed, until a step comes twice.
    private void reportCycles(int[] open) {
        for (int step = 0; step < open.length; step++) {
            withoutOrder.set(step, open[step] > 0);
        }
        int[] visitedBy = new int[open.length];
        int walk = 0;
        for (int row = 0; row < table.size(); row++) {
            int step = table.step(row);
            if (open[step] == 0 || visitedBy[step] != 0) {
                continue;
            }
            walk++;
            while (visitedBy[step] == 0) {
                visitedBy[step] = walk;
                step = stuckParent(step, open);
            }
            if (visitedBy[step] == walk) {
                reportCycle(step, open);
            }
        }
    }

    private int stuckParent(int step, int[] open) {
        for (int row = table.rowOfStep(step); row != ReceiptTable.NONE; row = table.nextRowOfStep(row)) {
            for (int at = table.parentsFrom(row); at < table.parentsTo(row); at++) {
                if (open[table.parent(at)] > 0) {
                    return table.parent(at);
                }
            }
        }
        throw new IllegalStateException("a step that waits has a parent that waits");
    }

    private void reportCycle(int start, int[] open) {
        List<String> path = new ArrayList<>();
        int length = 0;
        int step = start;
        do {
            if (length++ < SHOWN_OF_A_CYCLE) {
                path.add(table.stepId(step));
            }
            step = stuckParent(step, open);
        } while (step != start);
        String shown = String.join(" <- ", path) + (length > SHOWN_OF_A_CYCLE ? " <- …" : "");
        int row = table.rowOfStep(start);
        log.add(
                FindingCode.E_WORKFLOW_CYCLE_DETECTED,
                table.ref(row),
                table.workflowId(table.workflow(row)),
                length + " steps are their own ancestors: " + shown + " <- " + table.stepId(start));
    }
}
