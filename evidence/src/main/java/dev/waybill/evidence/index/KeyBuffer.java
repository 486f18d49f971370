package dev.waybill.evidence.index;

import java.io.IOException;
import java.util.Arrays;

/// Pairs of a 64-bit key and a row number, sorted by radix.
///
/// Most keys are hashes, and hashes differ in their upper half: that half is sorted by, and the lower one only
/// where keys agree in the upper and are still out of order. Rows are added in ascending order and the sort is
/// stable, so that pairs of one key stay in the order of their rows.
final class KeyBuffer {

    private static final int FIRST = 1 << 12;
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int HALF_DIGITS = 3;
    private static final int UPPER = Long.SIZE - HALF_DIGITS * DIGIT_BITS;
    private static final int FEW = 32;

    private long[] keys = {};
    private int[] rows = {};
    private int size;

    int size() {
        return size;
    }

    void add(long key, int row) {
        if (size == keys.length) {
            reserve(Math.max(FIRST, 2 * size));
        }
        keys[size] = key;
        rows[size++] = row;
    }

    private void reserve(int capacity) {
        if (keys.length < capacity) {
            keys = Arrays.copyOf(keys, capacity);
            rows = Arrays.copyOf(rows, capacity);
        }
    }

    void clear() {
        size = 0;
    }

    void write(BinaryOutput out) throws IOException {
        for (int i = 0; i < size; i++) {
            out.putPair(keys[i], rows[i]);
        }
    }

    /// @param scratch whose content is lost
    void sort(KeyBuffer scratch) {
        scratch.reserve(size);
        radix(0, size, UPPER, scratch);
        for (int start = 0; start < size; ) {
            int end = start + 1;
            boolean inOrder = true;
            while (end < size && keys[end] >>> UPPER == keys[start] >>> UPPER) {
                inOrder &= Long.compareUnsigned(keys[end - 1], keys[end]) <= 0;
                end++;
            }
            if (!inOrder) {
                sortLower(start, end, scratch);
            }
            start = end;
        }
    }

    private void sortLower(int from, int to, KeyBuffer scratch) {
        if (to - from > FEW) {
            radix(from, to, 0, scratch);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            long key = keys[i];
            int row = rows[i];
            int at = i;
            for (; at > from && Long.compareUnsigned(keys[at - 1], key) > 0; at--) {
                keys[at] = keys[at - 1];
                rows[at] = rows[at - 1];
            }
            keys[at] = key;
            rows[at] = row;
        }
    }

    /// Sorts a part by three digits, the least first.
    private void radix(int from, int to, int lowest, KeyBuffer scratch) {
        int[][] places = places(from, to, lowest);
        boolean moved = false;
        for (int i = 0; i < HALF_DIGITS; i++) {
            if (places[i].length > 0) {
                scatter(from, to, lowest + i * DIGIT_BITS, places[i], scratch);
                swap(scratch);
                moved = !moved;
            }
        }
        boolean whole = from == 0 && to == size;
        if (moved && !whole) {
            System.arraycopy(keys, from, scratch.keys, from, to - from);
            System.arraycopy(rows, from, scratch.rows, from, to - from);
            swap(scratch);
        }
    }

    /// For each digit where its pairs begin; nothing when all pairs have the same, as none moves then.
    private int[][] places(int from, int to, int lowest) {
        int[][] counts = new int[HALF_DIGITS][DIGITS];
        for (int i = from; i < to; i++) {
            for (int digit = 0; digit < HALF_DIGITS; digit++) {
                counts[digit][digit(keys[i], lowest + digit * DIGIT_BITS)]++;
            }
        }
        for (int digit = 0; digit < HALF_DIGITS && from < to; digit++) {
            if (counts[digit][digit(keys[from], lowest + digit * DIGIT_BITS)] == to - from) {
                counts[digit] = new int[0];
            }
            int start = from;
            for (int i = 0; i < counts[digit].length; i++) {
                int count = counts[digit][i];
                counts[digit][i] = start;
                start += count;
            }
        }
        return counts;
    }

    private void scatter(int from, int to, int shift, int[] places, KeyBuffer target) {
        for (int i = from; i < to; i++) {
            int place = places[digit(keys[i], shift)]++;
            target.keys[place] = keys[i];
            target.rows[place] = rows[i];
        }
    }

    private void swap(KeyBuffer other) {
        long[] otherKeys = other.keys;
        other.keys = keys;
        keys = otherKeys;
        int[] otherRows = other.rows;
        other.rows = rows;
        rows = otherRows;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & DIGITS - 1;
    }
}
