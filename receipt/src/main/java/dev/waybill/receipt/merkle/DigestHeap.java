package dev.waybill.receipt.merkle;

/// Sorts a range of flat digests by heap: in place, and no choice of digests makes it slow.
final class DigestHeap {

    private final byte[] digests;
    private final int from;
    private final byte[] held = new byte[FlatDigests.LENGTH];

    DigestHeap(byte[] digests, int from) {
        this.digests = digests;
        this.from = from;
    }

    void sort(int count) {
        for (int parent = count / 2 - 1; parent >= 0; parent--) {
            sink(parent, count);
        }
        for (int last = count - 1; last > 0; last--) {
            swap(0, last);
            sink(0, last);
        }
    }

    private void sink(int start, int count) {
        int parent = start;
        for (int child = 2 * parent + 1; child < count; child = 2 * parent + 1) {
            if (child + 1 < count && compare(child, child + 1) < 0) {
                child++;
            }
            if (compare(parent, child) >= 0) {
                return;
            }
            swap(parent, child);
            parent = child;
        }
    }

    private int compare(int i, int j) {
        return FlatDigests.compare(digests, from + i, digests, from + j);
    }

    private void swap(int i, int j) {
        FlatDigests.copy(digests, from + i, held, 0);
        FlatDigests.copy(digests, from + j, digests, from + i);
        FlatDigests.copy(held, 0, digests, from + j);
    }
}
