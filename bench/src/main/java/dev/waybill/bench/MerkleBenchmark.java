package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.receipt.merkle.MerkleTree;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// How fast a Merkle root is found.
final class MerkleBenchmark implements Benchmark {

    /// A root of a million digests takes longer than a turn: some are enough.
    private static final int FEWEST_ROUNDS = 5;

    @Override
    public String name() {
        return "merkle";
    }

    @Override
    public String question() {
        return "a root over digests against the same hashes, as many and as long, on the same number of threads";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) {
        int count = effort.items();
        byte[] digests = new byte[count * Digest.LENGTH];
        new SplittableRandom(6962).nextBytes(digests);
        Effort few = effort.withTurns(Math.max(FEWEST_ROUNDS, effort.rounds() / 5));
        measure(few, 1, "commit order", () -> MerkleTree.rootOfFlat(digests, count), figures);
        measure(few, 1, "sorted set, sort included", () -> SortedReceiptSet.rootOfFlat(digests, count), figures);
        int cores = Runtime.getRuntime().availableProcessors();
        measure(few, cores, "commit order", () -> MerkleTree.rootOfFlat(digests, count), figures);
        measure(few, cores, "sorted set, sort included", () -> SortedReceiptSet.rootOfFlat(digests, count), figures);
    }

    /// The tree uses the pool that it is called from: a pool of one thread shows the work without the help.
    private static void measure(
            Effort effort, int threads, String what, Supplier<Digest> root, Consumer<Figure> figures) {
        try (var pool = new ForkJoinPool(threads)) {
            Work subject = () -> pool.invoke(ForkJoinTask.adapt(root::get));
            Work yardstick = () -> pool.invoke(ForkJoinTask.adapt(() -> hashes(effort.items(), threads)));
            Duel duel = Duel.run(effort, 1, () -> subject, () -> yardstick);
            String name =
                    "%,d digests, %s, %d thread%s".formatted(effort.items(), what, threads, threads == 1 ? "" : "s");
            figures.accept(Figure.of(name, duel, Figure.MOST_OF_IT));
        }
    }

    private static int hashes(int leaves, int threads) {
        return IntStream.range(0, threads)
                .parallel()
                .map(_ -> new RawSha256().tree(leaves / threads).length)
                .sum();
    }
}
