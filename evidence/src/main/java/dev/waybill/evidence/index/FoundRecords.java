package dev.waybill.evidence.index;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import java.util.function.Predicate;

/// Records that a search found, in the order of their rows or of whoever put them in order. As many as an answer
/// usually has are held; of the others only the rows, and they are read again when somebody looks at them: one task may
/// have as many records as an index.
public final class FoundRecords extends AbstractList<IndexedRecord> implements RandomAccess {

    /// As many as fit into a small heap.
    static final int HELD = 4096;

    private final RecordLoader loader;
    private final int[] rows;
    private final IndexedRecord[] held;

    FoundRecords(RecordLoader loader, int[] rows) {
        this.loader = loader;
        this.rows = rows;
        held = new IndexedRecord[Math.min(HELD, rows.length)];
    }

    @Override
    public IndexedRecord get(int place) {
        if (place >= held.length) {
            loader.lookAhead(rows, place);
            return loader.load(rows[place]);
        }
        if (held[place] == null) {
            loader.lookAhead(rows, place);
            held[place] = loader.load(rows[place]);
        }
        return held[place];
    }

    @Override
    public int size() {
        return rows.length;
    }

    /// Whether they are few enough to be held, so that nothing is read twice.
    public boolean areHeld() {
        return rows.length <= HELD;
    }

    /// Those of which something is true, in the same order.
    public FoundRecords where(Predicate<IndexedRecord> isWanted) {
        int[] wanted = new int[rows.length];
        int count = 0;
        for (int place = 0; place < rows.length; place++) {
            if (isWanted.test(get(place))) {
                wanted[count++] = rows[place];
            }
        }
        return new FoundRecords(loader, Arrays.copyOf(wanted, count));
    }

    /// Whether one of them is not what its writer hashed or signed. Reads no record for it.
    public boolean hasBroken() {
        return Arrays.stream(rows).anyMatch(row -> loader.integrity(row).isBroken());
    }
}
