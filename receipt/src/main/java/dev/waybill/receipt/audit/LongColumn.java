package dev.waybill.receipt.audit;

import java.util.Arrays;

/// A growing column of longs without boxes.
final class LongColumn {

    private long[] values;
    private int size;

    LongColumn(int capacity) {
        values = new long[Math.max(16, capacity)];
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    long get(int index) {
        return values[index];
    }
}
