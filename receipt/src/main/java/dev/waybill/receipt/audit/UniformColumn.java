package dev.waybill.receipt.audit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// A column that most sets fill with one value: one workflow, one key, no step numbers. It takes no memory
/// until a second value comes, and four bytes a row from then on.
final class UniformColumn {

    private static final int FIRST_CAPACITY = 1024;

    /// Stands for a value that no int holds; few are expected, since nothing real counts that far.
    private static final int LARGE = Integer.MIN_VALUE;

    private final int expected;
    private int[] values = {};
    private int first;
    private int size;
    private final Map<Integer, Long> large = new HashMap<>();

    UniformColumn(int expected) {
        this.expected = expected;
    }

    void add(long value) {
        int stored = value == (int) value && (int) value != LARGE ? (int) value : LARGE;
        if (stored == LARGE) {
            large.put(size, value);
        }
        first = size == 0 ? stored : first;
        if (stored != first && size >= values.length) {
            grow();
        }
        if (size < values.length) {
            values[size] = stored;
        }
        size++;
    }

    private void grow() {
        int old = values.length;
        int wanted = old == 0 ? Math.max(expected, size + 1) : size + (size >> 1);
        values = Arrays.copyOf(values, Math.max(FIRST_CAPACITY, wanted));
        Arrays.fill(values, old, values.length, first);
    }

    long getLong(int row) {
        int stored = row < values.length ? values[row] : first;
        return stored == LARGE ? large.getOrDefault(row, (long) LARGE) : stored;
    }

    int get(int row) {
        return row < values.length ? values[row] : first;
    }
}
