package dev.waybill.receipt.audit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;

/// Section 6.6, rule 1: the steps of each workflow form a graph without cycles.
final class GraphCheck {

    private final ReceiptTable table;
    private final StepRows steps;
    private final Parents parents;
    private final FindingLog log;
    private final BitSet withoutOrder = new BitSet();

    GraphCheck(ReceiptTable table, FindingLog log) {
        this.table = table;
        this.steps = table.steps();
        this.parents = table.parents();
        this.log = log;
    }

    /// The steps on a cycle or behind one: no order of time can be expected of them.
    BitSet withoutOrder() {
        return withoutOrder;
    }

    /// Removes steps whose parents are all removed, over and over; what stays lies on or behind a cycle.
    void run() {
        int[] open = new int[steps.count()];
        int[] childStart = new int[steps.count() + 1];
        countEdges(open, childStart);
        int[] children = children(childStart);
        ArrayDeque<Integer> free = new ArrayDeque<>();
        int removed = 0;
        for (int step = 0; step < open.length; step++) {
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
        if (removed < open.length) {
            for (int step = 0; step < open.length; step++) {
                withoutOrder.set(step, open[step] > 0);
            }
            new Cycles(table, log, withoutOrder).report();
        }
    }

    private void countEdges(int[] open, int[] childStart) {
        for (int row = 0; row < table.size(); row++) {
            for (int at = parents.from(row); at < parents.to(row); at++) {
                open[table.step(row)]++;
                childStart[parents.at(at) + 1]++;
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
            for (int at = parents.from(row); at < parents.to(row); at++) {
                children[next[parents.at(at)]++] = table.step(row);
            }
        }
        return children;
    }
}
