package dev.waybill.receipt.merkle;

/// The second pass of [DigestSort]: sorts one bucket after the other, with the same scratch.
///
/// It sorts keys of eight bytes, the leading bits of a digest and its place in the bucket, and moves each
/// digest once. There are as many slots as digests, so a slot holds a handful. Somebody may choose digests
/// that crowd a slot or share all bits of their keys: such a bucket is sorted by heap, in place and without
/// a worst case.
final class BucketSort {

    private static final int LENGTH = FlatDigests.LENGTH;
    private static final int PLACE_BITS = 18;
    private static final long PLACE = (1L << PLACE_BITS) - 1;

    /// More digests than this never share a slot by accident.
    private static final int CROWD = 24;

    private final byte[] digests;
    private final int skip;
    private long[] keys = {};
    private int[] slots = {};
    private byte[] moved = {};

    /// For digests that lie in buckets by some leading bits.
    BucketSort(byte[] digests, int bits) {
        this.digests = digests;
        this.skip = bits;
    }

    /// Sorts some of the buckets, given all their ends.
    void sort(int[] ends, int first, int last) {
        for (int bucket = first; bucket < last; bucket++) {
            int from = bucket == 0 ? 0 : ends[bucket - 1];
            int count = ends[bucket] - from;
            if (count > 1 && !sortedByKeys(from, count)) {
                new DigestHeap(digests, from).sort(count);
            }
        }
    }

    private boolean sortedByKeys(int from, int count) {
        if (count > PLACE) {
            return false;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        reserve(count, 1 << bits);
        if (!slots(from, count, Long.SIZE - bits)) {
            return false;
        }
        place(from, count, Long.SIZE - bits);
        order(count);
        return move(from, count);
    }

    private void reserve(int count, int width) {
        if (keys.length < count) {
            keys = new long[width];
            moved = new byte[width * LENGTH];
        }
        slots = new int[width];
    }

    /// Finds where each slot starts; false when one is crowded.
    private boolean slots(int from, int count, int shift) {
        for (int i = from; i < from + count; i++) {
            slots[(int) (key(i) >>> shift)]++;
        }
        int place = 0;
        int most = 0;
        for (int slot = 0; slot < slots.length; slot++) {
            int size = slots[slot];
            slots[slot] = place;
            place += size;
            most = Math.max(most, size);
        }
        return most <= CROWD;
    }

    private void place(int from, int count, int shift) {
        for (int i = 0; i < count; i++) {
            long key = key(from + i);
            keys[slots[(int) (key >>> shift)]++] = (key & ~PLACE) | i;
        }
    }

    private long key(int index) {
        return FlatDigests.prefix(digests, index) << skip;
    }

    /// The slots are in order already, so no key moves further than its slot is wide.
    private void order(int count) {
        for (int i = 1; i < count; i++) {
            long key = keys[i];
            int at = i;
            for (; at > 0 && Long.compareUnsigned(keys[at - 1], key) > 0; at--) {
                keys[at] = keys[at - 1];
            }
            keys[at] = key;
        }
    }

    /// Moves the digests to where their keys are; false when two keys do not tell their digests apart.
    private boolean move(int from, int count) {
        long before = ~keys[0];
        for (int i = 0; i < count; i++) {
            long key = keys[i];
            if ((key ^ before) >>> PLACE_BITS == 0) {
                return false;
            }
            FlatDigests.copy(digests, from + (int) (key & PLACE), moved, i);
            before = key;
        }
        System.arraycopy(moved, 0, digests, from * LENGTH, count * LENGTH);
        return true;
    }
}
