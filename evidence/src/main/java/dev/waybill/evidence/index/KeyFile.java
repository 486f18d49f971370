package dev.waybill.evidence.index;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Sorted pairs of a key and a row, searched where they lie.
final class KeyFile {

    static final int PAIR = Long.BYTES + Integer.BYTES;

    private final MappedFile file;
    private final long pairs;

    KeyFile(MappedFile file) {
        this.file = file;
        pairs = file.size() / PAIR;
    }

    /// The rows of a key, ascending and each once.
    IntStream rows(long key) {
        long first = firstNotBelow(key);
        long end = key == -1 ? pairs : firstNotBelow(key + 1);
        return LongStream.range(first, end)
                .filter(pair -> pair == first || row(pair) != row(pair - 1))
                .mapToInt(this::row);
    }

    /// How many pairs have a lower key.
    long firstNotBelow(long key) {
        long low = 0;
        long high = pairs;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (Long.compareUnsigned(key(middle), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    long size() {
        return pairs;
    }

    long key(long pair) {
        return file.longAt(pair * PAIR);
    }

    int row(long pair) {
        return file.intAt(pair * PAIR + Long.BYTES);
    }
}
