package dev.waybill.evidence.index;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/// The changes of one lever, the latest first, fetched a few at a time: mostly the first is the answer.
final class PolicyChanges implements PrimitiveIterator.OfInt {

    private static final int PAGE = 4;

    /// All that share a moment with the last of a page come along, so that the next page begins below it.
    private static final String SQL = """
            select row, at from change where lever = ?1 and owner = ?2 and at <= ?3
                and at >= (select min(at) from (select at from change where lever = ?1 and owner = ?2 and at <= ?3
                    order by at desc limit %d))
            """.formatted(PAGE);

    private record Change(int row, long at) {
        static final Comparator<Change> LATEST_FIRST = Comparator.comparingLong(Change::at)
                .thenComparingInt(Change::row)
                .reversed();
    }

    private final Selects.Select select;
    private final RowNumbers numbers;
    private final PolicyScope scope;
    private final ArrayDeque<Integer> page = new ArrayDeque<>();
    private long upTo;
    private boolean over;

    PolicyChanges(Selects selects, RowNumbers numbers, PolicyScope scope, Instant upTo) {
        select = selects.of(SQL);
        this.numbers = numbers;
        this.scope = scope;
        this.upTo = upTo.toEpochMilli();
    }

    @Override
    public boolean hasNext() {
        if (page.isEmpty() && !over) {
            List<Change> changes = select
                    .all(
                            found -> new Change(numbers.row(found.getLong(1)), found.getLong(2)),
                            scope.lever(),
                            scope.owner(),
                            upTo)
                    .stream()
                    .sorted(Change.LATEST_FIRST)
                    .toList();
            changes.forEach(change -> page.add(change.row()));
            over = changes.isEmpty() || changes.getLast().at() == Long.MIN_VALUE;
            upTo = over ? upTo : changes.getLast().at() - 1;
        }
        return !page.isEmpty();
    }

    @Override
    public int nextInt() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.remove();
    }
}
