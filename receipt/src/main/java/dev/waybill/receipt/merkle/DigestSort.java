package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Sorts flat digests bytewise, on all cores, and refuses one that is there twice.
///
/// Digests are evenly spread, so two passes by their leading bits are enough, and sorting costs a fraction
/// of the hashing that follows. This is the first pass: it makes buckets that fit a near cache, and few of
/// them, so that each write goes to a line that is still near. [BucketSort] is the second.
final class DigestSort {

    private static final int LENGTH = FlatDigests.LENGTH;
    private static final int MOST_BITS = 10;

    /// How many digests a bucket holds before it is worth cutting it in two.
    private static final int GOOD_SIZE = 512;

    /// Buckets that one thread sorts in a row, with the same scratch.
    private static final int RUN = 16;

    private final byte[] from;
    private final int @Nullable [] chosen;
    private final int count;
    private final int bits;
    private final int parts;

    private DigestSort(byte[] from, int @Nullable [] chosen, int count) {
        this.from = from;
        this.chosen = chosen;
        this.count = count;
        this.bits = Math.min(MOST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(count / GOOD_SIZE));
        this.parts = count > Chunks.SIZE ? Runtime.getRuntime().availableProcessors() : 1;
    }

    static DigestSort of(byte[] digests, int count) {
        return new DigestSort(digests, null, count);
    }

    /// For some of the digests, given by their indexes.
    static DigestSort of(byte[] digests, int[] chosen) {
        return new DigestSort(digests, chosen, chosen.length);
    }

    /// A sorted copy.
    /// @throws MerkleException when a digest is there twice
    byte[] sorted() {
        return sorted(() -> FlatDigests::copy);
    }

    /// The leaf hashes of the sorted digests. Hashed while a bucket is near, they cost no pass of their own.
    /// @throws MerkleException when a digest is there twice
    byte[] leaves() {
        return sorted(() -> {
            TreeHasher hasher = new TreeHasher();
            return (source, i, to, j) -> hasher.leaf(source, i * LENGTH, to, j * LENGTH);
        });
    }

    private byte[] sorted(Supplier<BucketSort.Move> move) {
        byte[] sorted = new byte[count * LENGTH];
        int[] ends = spread(sorted);
        Optional<Digest> twice = ends.length <= RUN
                ? new BucketSort(sorted, bits, move.get()).sort(ends, 0, ends.length)
                : IntStream.range(0, (ends.length + RUN - 1) / RUN)
                        .parallel()
                        .mapToObj(run -> new BucketSort(sorted, bits, move.get())
                                .sort(ends, run * RUN, Math.min((run + 1) * RUN, ends.length)))
                        .flatMap(Optional::stream)
                        .findFirst();
        if (twice.isPresent()) {
            throw new MerkleException(
                    MerkleCode.DUPLICATE_RECEIPT_REF, "expected every receipt once, found twice " + twice.get());
        }
        return sorted;
    }

    /// Copies the digests into their buckets and gives each bucket's end. Each core takes a part of the
    /// digests and has places of its own in every bucket.
    private int[] spread(byte[] to) {
        int[][] places = new int[parts][1 << bits];
        eachPart(part -> count(part, places[part]));
        int place = 0;
        for (int bucket = 0; bucket < 1 << bits; bucket++) {
            for (int[] own : places) {
                int size = own[bucket];
                own[bucket] = place;
                place += size;
            }
        }
        eachPart(part -> place(part, places[part], to));
        // The last part's places have moved to the ends of the buckets.
        return places[parts - 1];
    }

    /// Most sets are the few receipts of one run: to call in other cores would take longer than the work.
    private void eachPart(IntConsumer work) {
        if (parts == 1) {
            work.accept(0);
        } else {
            IntStream.range(0, parts).parallel().forEach(work);
        }
    }

    private void count(int part, int[] sizes) {
        for (int i = start(part); i < start(part + 1); i++) {
            sizes[bucket(index(i))]++;
        }
    }

    private void place(int part, int[] places, byte[] to) {
        for (int i = start(part); i < start(part + 1); i++) {
            int index = index(i);
            FlatDigests.copy(from, index, to, places[bucket(index)]++);
        }
    }

    private int start(int part) {
        return (int) ((long) count * part / parts);
    }

    private int index(int i) {
        return chosen == null ? i : chosen[i];
    }

    private int bucket(int index) {
        // In two steps, because a shift by all 64 bits is none in Java.
        return (int) (FlatDigests.prefix(from, index) >>> 1 >>> (Long.SIZE - 1 - bits));
    }
}
