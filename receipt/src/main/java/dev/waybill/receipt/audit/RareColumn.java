package dev.waybill.receipt.audit;

import java.util.Arrays;

/// A column that most sets leave empty: it takes no memory until the first value comes.
final class RareColumn {

    private static final int FIRST_CAPACITY = 1024;

    private long[] values = {};
    private int size;

    void add(long value) {
        if (value != ReceiptTable.NONE && size >= values.length) {
            grow();
        }
        if (size < values.length) {
            values[size] = value;
        }
        size++;
    }

    private void grow() {
        int old = values.length;
        values = Arrays.copyOf(values, Math.max(FIRST_CAPACITY, size + (size >> 1)));
        Arrays.fill(values, old, values.length, ReceiptTable.NONE);
    }

    long get(int index) {
        return index < values.length ? values[index] : ReceiptTable.NONE;
    }
}
