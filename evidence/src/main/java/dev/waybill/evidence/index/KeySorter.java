package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;

/// Sorts pairs of a 64-bit key and a row number that need not fit into memory.
///
/// A full buffer is sorted by radix and appended to a file as a run; in the end the runs are merged, so many at once
/// that their read buffers stay small. Rows come in ascending order and the sort is stable, so that pairs of one key
/// stay in the order of their rows.
final class KeySorter {

    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final Path directory;
    private final String name;
    private final Tuning tuning;
    private final ArrayDeque<KeyRun> runs = new ArrayDeque<>();
    private long[] keys;
    private long[] otherKeys;
    private int[] rows;
    private int[] otherRows;
    private int size;
    private int files;

    KeySorter(Path directory, String name, Tuning tuning) {
        this.directory = directory;
        this.name = name;
        this.tuning = tuning;
        keys = new long[tuning.sortBuffer()];
        otherKeys = new long[tuning.sortBuffer()];
        rows = new int[tuning.sortBuffer()];
        otherRows = new int[tuning.sortBuffer()];
    }

    void add(long key, int row) throws IOException {
        if (size == keys.length) {
            spill();
        }
        keys[size] = key;
        rows[size++] = row;
    }

    /// Writes all pairs, sorted, and forgets them.
    void finish(Path target) throws IOException {
        spill();
        keys = otherKeys = new long[0];
        rows = otherRows = new int[0];
        while (runs.size() > tuning.fanIn()) {
            runs.add(merge(tuning.fanIn(), next(), false));
        }
        merge(runs.size(), target, true);
    }

    private KeyRun merge(int count, Path target, boolean durable) throws IOException {
        ArrayDeque<KeyRun> some = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            some.add(runs.remove());
        }
        return KeyRun.merge(some, target, durable);
    }

    private Path next() {
        return directory.resolve(name + "." + files++);
    }

    private void spill() throws IOException {
        if (size == 0) {
            return;
        }
        sort();
        Path file = next();
        try (BinaryOutput out = new BinaryOutput(file)) {
            for (int i = 0; i < size; i++) {
                out.putLong(keys[i]);
                out.putInt(rows[i]);
            }
            out.end(false);
        }
        runs.add(new KeyRun(file));
        size = 0;
    }

    private void sort() {
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
            int[] places = places(shift);
            if (places.length > 0) {
                scatter(shift, places);
            }
        }
    }

    /// Where the pairs of each digit begin; empty when all have the same digit, as nothing moves then.
    private int[] places(int shift) {
        int[] places = new int[DIGITS];
        for (int i = 0; i < size; i++) {
            places[digit(keys[i], shift)]++;
        }
        if (places[digit(keys[0], shift)] == size) {
            return new int[0];
        }
        int start = 0;
        for (int i = 0; i < DIGITS; i++) {
            int count = places[i];
            places[i] = start;
            start += count;
        }
        return places;
    }

    private void scatter(int shift, int[] places) {
        for (int i = 0; i < size; i++) {
            int place = places[digit(keys[i], shift)]++;
            otherKeys[place] = keys[i];
            otherRows[place] = rows[i];
        }
        long[] sortedKeys = otherKeys;
        otherKeys = keys;
        keys = sortedKeys;
        int[] sortedRows = otherRows;
        otherRows = rows;
        rows = sortedRows;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & DIGITS - 1;
    }
}
