package dev.waybill.receipt.audit;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The order in which the receipts of each workflow were committed, as far as their hash chain proves it.
///
/// It is proven when all receipts hang on one chain from a root, which names nobody before it, to a tip. Behind a
/// hole, beside a fork or between two chains nobody can tell what came first.
final class Sequences {

    private static final int FORK = -2;

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final int[] next;
    private final int[] pieces;
    private final int[] beginning;
    private final boolean[] linked;
    private int @Nullable [] positions;

    Sequences(ReceiptTable table, RowsByWorkflow rows) {
        this.table = table;
        this.rows = rows;
        this.next = new int[table.size()];
        this.pieces = new int[table.workflowCount()];
        this.beginning = new int[table.workflowCount()];
        this.linked = new boolean[table.workflowCount()];
        Arrays.fill(next, ReceiptTable.NONE);
        for (int row = 0; row < table.size(); row++) {
            take(row);
        }
    }

    private void take(int row) {
        int workflow = table.workflow(row);
        int before = table.previousRow(row);
        linked[workflow] |= table.previous(row) != ReceiptTable.NONE;
        if (before == ReceiptTable.NONE || table.workflow(before) != workflow) {
            pieces[workflow]++;
            beginning[workflow] = row;
        } else if (next[before] == ReceiptTable.NONE) {
            next[before] = row;
        } else {
            next[before] = FORK;
            pieces[workflow]++;
        }
    }

    Order order(int workflow) {
        if (pieces[workflow] == 1 && table.previous(beginning[workflow]) == ReceiptTable.NONE) {
            return Order.PROVEN;
        }
        return linked[workflow] ? Order.PIECES : Order.NONE;
    }

    /// How many chains there are; a fork begins another one, and so does a receipt that stands alone.
    int pieces(int workflow) {
        return pieces[workflow];
    }

    /// The first rows of a workflow in commit order, at most as many as there are; none unless the order is proven.
    int[] first(int workflow, long count) {
        if (workflow == ReceiptTable.NONE || order(workflow) != Order.PROVEN) {
            return new int[0];
        }
        int[] first = new int[(int) Math.min(count, rows.count(workflow))];
        int row = beginning[workflow];
        for (int i = 0; i < first.length; i++) {
            first[i] = row;
            row = next[row];
        }
        return first;
    }

    /// The rows that were committed first, when exactly so many are known.
    Optional<int[]> beginning(int workflow, long count) {
        int[] first = first(workflow, count);
        return count > 0 && first.length == count ? Optional.of(first) : Optional.empty();
    }

    /// How many receipts of its workflow were committed before a row; [ReceiptTable#NONE] where that is not proven.
    int position(int row) {
        int[] known = positions;
        if (known == null) {
            known = new int[table.size()];
            Arrays.fill(known, ReceiptTable.NONE);
            for (int workflow = 0; workflow < table.workflowCount(); workflow++) {
                int at = 0;
                for (int each : first(workflow, Long.MAX_VALUE)) {
                    known[each] = at++;
                }
            }
            positions = known;
        }
        return known[row];
    }
}
