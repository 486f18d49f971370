package dev.waybill.evidence.query;

import dev.waybill.evidence.index.FoundRecords;
import java.util.AbstractList;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/// The lines of a path that may be as long as an index: each is made when somebody looks at it, while the index is
/// open.
final class LazyPath extends AbstractList<Line> implements RandomAccess {

    private final FoundRecords records;
    private final IntFunction<Line> line;

    LazyPath(FoundRecords records, IntFunction<Line> line) {
        this.records = records;
        this.line = line;
    }

    @Override
    public Line get(int place) {
        return line.apply(place);
    }

    @Override
    public int size() {
        return records.size();
    }

    boolean hasBroken() {
        return records.hasBroken();
    }
}
