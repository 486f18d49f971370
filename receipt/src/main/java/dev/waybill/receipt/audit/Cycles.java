package dev.waybill.receipt.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Tells the cycles among the steps that could not be put in order, each with its path.
///
/// From every such step one parent is followed, the first by name among those that are stuck too. Each
/// walk ends in a cycle, and which cycles are found does not depend on where the walks begin.
final class Cycles {

    private static final int SHOWN = 20;

    private final ReceiptTable table;
    private final StepRows steps;
    private final Parents parents;
    private final FindingLog log;
    private final BitSet stuck;
    private final int[] next;

    Cycles(ReceiptTable table, FindingLog log, BitSet stuck) {
        this.table = table;
        this.steps = table.steps();
        this.parents = table.parents();
        this.log = log;
        this.stuck = stuck;
        this.next = new int[steps.count()];
    }

    void report() {
        for (int step = stuck.nextSetBit(0); step >= 0; step = stuck.nextSetBit(step + 1)) {
            next[step] = stuckParent(step);
        }
        int[] visitedBy = new int[next.length];
        int walk = 0;
        for (int start = stuck.nextSetBit(0); start >= 0; start = stuck.nextSetBit(start + 1)) {
            walk++;
            int step = start;
            while (visitedBy[step] == 0) {
                visitedBy[step] = walk;
                step = next[step];
            }
            if (visitedBy[step] == walk) {
                report(step);
            }
        }
    }

    private int stuckParent(int step) {
        int found = ReceiptTable.NONE;
        String name = "";
        for (int row = steps.first(step); row != ReceiptTable.NONE; row = steps.next(row)) {
            for (int at = parents.from(row); at < parents.to(row); at++) {
                int parent = parents.at(at);
                if (stuck.get(parent)
                        && parent != found
                        && (found == ReceiptTable.NONE || steps.name(parent).compareTo(name) < 0)) {
                    found = parent;
                    name = steps.name(parent);
                }
            }
        }
        return found;
    }

    /// Each cycle is told from its first step by name.
    private void report(int start) {
        int first = start;
        int length = 1;
        for (int step = next[start]; step != start; step = next[step]) {
            first = steps.name(step).compareTo(steps.name(first)) < 0 ? step : first;
            length++;
        }
        int row = steps.first(first);
        log.add(
                FindingCode.E_WORKFLOW_CYCLE_DETECTED,
                table.ref(row),
                table.workflowIdOf(row),
                length + " steps are their own ancestors: " + path(first, length));
    }

    private String path(int first, int length) {
        List<String> path = new ArrayList<>();
        int step = first;
        for (int i = 0; i < Math.min(length, SHOWN); i++) {
            path.add(steps.name(step));
            step = next[step];
        }
        if (length > SHOWN) {
            path.add("…");
        }
        path.add(steps.name(first));
        return String.join(" <- ", path);
    }
}
