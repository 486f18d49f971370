package dev.waybill.receipt.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parent steps of each row, in one column. Withheld parents are not the same as none.
final class Parents {

    private static final int WITHHELD = -1;

    private final IntColumn start;
    private final IntColumn count;
    private final IntColumn steps;

    Parents(int expected) {
        start = new IntColumn(expected);
        count = new IntColumn(expected);
        steps = new IntColumn(expected);
    }

    /// Rows are added one by one, from 0.
    ///
    /// @param parents null when withheld
    void add(@Nullable List<Integer> parents) {
        start.add(steps.size());
        count.add(parents == null ? WITHHELD : parents.size());
        if (parents != null) {
            parents.forEach(steps::add);
        }
    }

    /// Takes the parents of a row that withheld them so far.
    void reveal(int row, List<Integer> parents) {
        start.set(row, steps.size());
        count.set(row, parents.size());
        parents.forEach(steps::add);
    }

    boolean withheld(int row) {
        return count.get(row) == WITHHELD;
    }

    int from(int row) {
        return start.get(row);
    }

    int to(int row) {
        return start.get(row) + Math.max(0, count.get(row));
    }

    /// The parent step at a position between [#from] and [#to].
    int at(int position) {
        return steps.get(position);
    }

    /// Whether two receipts of one step name the same parents, in any order, as far as they say.
    boolean agree(int row, int other) {
        if (withheld(row) || withheld(other)) {
            return true;
        }
        return to(row) - from(row) == to(other) - from(other) && includesAll(row, other);
    }

    private boolean includesAll(int row, int other) {
        for (int at = from(other); at < to(other); at++) {
            if (!includes(row, at(at))) {
                return false;
            }
        }
        return true;
    }

    private boolean includes(int row, int step) {
        for (int at = from(row); at < to(row); at++) {
            if (at(at) == step) {
                return true;
            }
        }
        return false;
    }
}
