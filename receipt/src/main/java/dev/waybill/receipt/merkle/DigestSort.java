package dev.waybill.receipt.merkle;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Sorts flat digests bytewise.
///
/// Digests are evenly spread, so two passes by their leading bits leave a handful per bucket, and sorting
/// costs a fraction of the hashing that follows. The first pass makes few buckets, so that each write goes
/// to a line that is still near; they fit the second cache, where the second pass works. Both run on all
/// cores. Somebody may choose digests that all share a bucket: those are sorted by heap, in place and
/// without a worst case.
final class DigestSort {

    private static final int LENGTH = FlatDigests.LENGTH;
    private static final int FIRST_BITS = 8;
    private static final int SECOND_BITS = 11;

    /// How many digests of one bucket the second pass takes; an even spread stays far below.
    private static final int MOST_IN_BUCKET = 1 << 15;

    /// Up to here insertion is faster than anything else.
    private static final int SMALL = 24;

    private final byte[] digests;
    private final byte[] held = new byte[LENGTH];

    private DigestSort(byte[] digests) {
        this.digests = digests;
    }

    /// A sorted copy.
    static byte[] sorted(byte[] digests, int count) {
        return sorted(digests, null, count);
    }

    /// A sorted copy of chosen digests, given by their indexes.
    static byte[] sorted(byte[] digests, int[] chosen) {
        return sorted(digests, chosen, chosen.length);
    }

    private static byte[] sorted(byte[] digests, int @Nullable [] chosen, int count) {
        byte[] sorted = new byte[count * LENGTH];
        int[] ends = spread(digests, chosen, count, sorted);
        IntStream buckets = IntStream.range(0, ends.length);
        (count > Chunks.SIZE ? buckets.parallel() : buckets)
                .forEach(bucket -> new DigestSort(sorted).bucket(bucket == 0 ? 0 : ends[bucket - 1], ends[bucket]));
        return sorted;
    }

    /// The first pass, on all cores: each takes a part of the digests and has places of its own in every bucket.
    private static int[] spread(byte[] from, int @Nullable [] chosen, int count, byte[] to) {
        int parts = count > Chunks.SIZE ? Runtime.getRuntime().availableProcessors() : 1;
        int[][] places = new int[parts][1 << FIRST_BITS];
        IntStream.range(0, parts).parallel().forEach(part -> count(from, chosen, part, parts, count, places[part]));
        int place = 0;
        for (int bucket = 0; bucket < 1 << FIRST_BITS; bucket++) {
            for (int[] own : places) {
                int size = own[bucket];
                own[bucket] = place;
                place += size;
            }
        }
        IntStream.range(0, parts).parallel().forEach(part -> place(from, chosen, part, parts, count, places[part], to));
        // The last part's places have moved to the ends of the buckets.
        return places[parts - 1];
    }

    private static void count(byte[] from, int @Nullable [] chosen, int part, int parts, int count, int[] sizes) {
        for (int i = start(part, parts, count); i < start(part + 1, parts, count); i++) {
            sizes[key(from, chosen == null ? i : chosen[i], 0, FIRST_BITS)]++;
        }
    }

    private static void place(
            byte[] from, int @Nullable [] chosen, int part, int parts, int count, int[] places, byte[] to) {
        for (int i = start(part, parts, count); i < start(part + 1, parts, count); i++) {
            int index = chosen == null ? i : chosen[i];
            FlatDigests.copy(from, index, to, places[key(from, index, 0, FIRST_BITS)]++);
        }
    }

    private static int start(int part, int parts, int count) {
        return (int) ((long) count * part / parts);
    }

    /// Copies digests, from an index on, into the buckets of some leading bits; gives each bucket's end.
    private static int[] scatter(byte[] from, int start, int count, int skip, int bits, byte[] to) {
        int[] places = new int[1 << bits];
        for (int i = start; i < start + count; i++) {
            places[key(from, i, skip, bits)]++;
        }
        int place = 0;
        for (int bucket = 0; bucket < places.length; bucket++) {
            int size = places[bucket];
            places[bucket] = place;
            place += size;
        }
        for (int i = start; i < start + count; i++) {
            FlatDigests.copy(from, i, to, places[key(from, i, skip, bits)]++);
        }
        // Each start has moved to the end of its bucket, which is where the next one begins.
        return places;
    }

    private static int key(byte[] digests, int index, int skip, int bits) {
        return (int) (FlatDigests.prefix(digests, index) << skip >>> (Long.SIZE - bits));
    }

    private void bucket(int from, int to) {
        int count = to - from;
        if (count <= SMALL || count > MOST_IN_BUCKET) {
            small(from, to);
            return;
        }
        byte[] scratch = new byte[count * LENGTH];
        int[] ends = scatter(digests, from, count, FIRST_BITS, SECOND_BITS, scratch);
        System.arraycopy(scratch, 0, digests, from * LENGTH, scratch.length);
        int start = from;
        for (int end : ends) {
            small(start, from + end);
            start = from + end;
        }
    }

    private void small(int from, int to) {
        if (to - from <= SMALL) {
            insert(from, to);
        } else {
            heap(from, to - from);
        }
    }

    private void insert(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int at = i;
            while (at > from && compare(at - 1, i) > 0) {
                at--;
            }
            if (at < i) {
                FlatDigests.copy(digests, i, held, 0);
                System.arraycopy(digests, at * LENGTH, digests, (at + 1) * LENGTH, (i - at) * LENGTH);
                FlatDigests.copy(held, 0, digests, at);
            }
        }
    }

    private void heap(int from, int count) {
        for (int parent = count / 2 - 1; parent >= 0; parent--) {
            sink(from, parent, count);
        }
        for (int last = count - 1; last > 0; last--) {
            swap(from, from + last);
            sink(from, 0, last);
        }
    }

    private void sink(int from, int start, int count) {
        int parent = start;
        for (int child = 2 * parent + 1; child < count; child = 2 * parent + 1) {
            if (child + 1 < count && compare(from + child, from + child + 1) < 0) {
                child++;
            }
            if (compare(from + parent, from + child) >= 0) {
                return;
            }
            swap(from + parent, from + child);
            parent = child;
        }
    }

    private int compare(int i, int j) {
        return FlatDigests.compare(digests, i, digests, j);
    }

    private void swap(int i, int j) {
        FlatDigests.copy(digests, i, held, 0);
        FlatDigests.copy(digests, j, digests, i);
        FlatDigests.copy(held, 0, digests, j);
    }
}
