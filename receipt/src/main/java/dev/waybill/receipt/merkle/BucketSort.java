package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.util.Optional;

/// The second pass of [DigestSort]: sorts one bucket after the other, with the same scratch.
///
/// It sorts keys of eight bytes, the leading bits of a digest and its place in the bucket, and moves each
/// digest once. There are as many slots as digests, so a slot holds a handful. Somebody may choose digests
/// that crowd a slot or share all bits of their keys: such a bucket is sorted by heap, in place and without
/// a worst case.
final class BucketSort {

    private static final int LENGTH = FlatDigests.LENGTH;
    private static final int PLACE_BITS = 17;
    private static final long PLACE = (1L << PLACE_BITS) - 1;

    /// More digests than this never share a slot by accident.
    private static final int CROWD = 24;

    private final byte[] digests;
    private final int skip;
    private final Move move;
    private long[] keys = {};
    private int[] slots = {};
    private byte[] moved = {};

    /// Puts the digest at an index where another array, or the same place, shall have it or its hash.
    interface Move {
        void move(byte[] from, int i, byte[] to, int j);
    }

    /// For digests that lie in buckets by some leading bits.
    BucketSort(byte[] digests, int bits, Move move) {
        this.digests = digests;
        this.skip = bits;
        this.move = move;
    }

    /// Sorts some of the buckets, given all their ends, until a digest is found that is there twice.
    Optional<Digest> sort(int[] ends, int first, int last) {
        for (int bucket = first; bucket < last; bucket++) {
            int from = bucket == 0 ? 0 : ends[bucket - 1];
            if (!sortedByKeys(from, ends[bucket] - from)) {
                Optional<Digest> twice = sortByHeap(from, ends[bucket]);
                if (twice.isPresent()) {
                    return twice;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Digest> sortByHeap(int from, int to) {
        new DigestHeap(digests, from).sort(to - from);
        for (int i = from + 1; i < to; i++) {
            if (FlatDigests.compare(digests, i - 1, digests, i) == 0) {
                return Optional.of(Digest.ofBytes(digests, i * LENGTH));
            }
        }
        for (int i = from; i < to; i++) {
            move.move(digests, i, digests, i);
        }
        return Optional.empty();
    }

    private boolean sortedByKeys(int from, int count) {
        if (count < 2 || count > PLACE) {
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
            move.move(digests, from + (int) (key & PLACE), moved, i);
            before = key;
        }
        System.arraycopy(moved, 0, digests, from * LENGTH, count * LENGTH);
        return true;
    }
}
