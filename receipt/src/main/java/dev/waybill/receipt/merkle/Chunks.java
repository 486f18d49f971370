package dev.waybill.receipt.merkle;

import java.util.stream.IntStream;

/// Cuts a long row of independent work into equal pieces, on all cores when there are several.
///
/// Each piece writes to its own place, so the result does not depend on who was first.
final class Chunks {

    /// A power of two, so that a piece of leaves is a whole subtree; 128 KiB of hashes stay in the cache.
    static final int SIZE = 4096;

    private Chunks() {}

    interface Work {
        void run(TreeHasher hasher, int from, int to);
    }

    static int count(int length) {
        return (length + SIZE - 1) / SIZE;
    }

    static void run(int length, Work work) {
        if (length <= SIZE) {
            work.run(new TreeHasher(), 0, length);
            return;
        }
        IntStream.range(0, count(length))
                .parallel()
                .forEach(chunk ->
                        work.run(new TreeHasher(), chunk * SIZE, (int) Math.min((chunk + 1L) * SIZE, length)));
    }
}
