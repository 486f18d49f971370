package dev.waybill.receipt.audit;

import java.util.Arrays;

/// A growing column of ints without boxes: a million rows cost four megabytes.
final class IntColumn {

    private int[] values;
    private int size;

    IntColumn(int capacity) {
        values = new int[Math.max(16, capacity)];
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    int get(int index) {
        return values[index];
    }

    void set(int index, int value) {
        values[index] = value;
    }

    int size() {
        return size;
    }
}
