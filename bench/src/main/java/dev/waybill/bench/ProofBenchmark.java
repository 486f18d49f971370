package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleTree;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// How the cost of a proof grows with its tree.
final class ProofBenchmark implements Benchmark {

    private static final int[] SIZES = {1 << 10, 1 << 15, 1_000_000};

    /// Log-linear would be 1000 times the cost for 1000 times the leaves; twice the levels cost about twice,
    /// and a tree that leaves the processor's caches some more.
    private static final Target LOGARITHMIC = new Target.Below(10);

    @Override
    public String name() {
        return "proof";
    }

    @Override
    public String question() {
        return "one inclusion proof from a built tree against one from a tree of 1,024 leaves (ratio of times)";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) {
        Work.Source small = prover(SIZES[0]);
        for (int size : SIZES) {
            int leaves = Math.min(size, Math.max(effort.items(), SIZES[0]));
            Duel duel = Duel.run(effort, 1, prover(leaves), small);
            figures.accept(new Figure(
                    String.format(Locale.ROOT, "%,d leaves, %d levels", leaves, levels(leaves)),
                    nanos(duel.subject()),
                    nanos(duel.yardstick()),
                    1 / duel.ratio(),
                    LOGARITHMIC));
        }
    }

    private static int levels(int leaves) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(leaves - 1);
    }

    private static String nanos(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f ns", 1e9 * BATCH_SHARE / perSecond);
    }

    /// Proofs are shorter than the clock's own cost: a hundred of them are one operation.
    private static final int BATCH = 100;

    private static final double BATCH_SHARE = 1.0 / BATCH;

    private static Work.Source prover(int leaves) {
        byte[] digests = new byte[leaves * Digest.LENGTH];
        new SplittableRandom(9162).nextBytes(digests);
        MerkleTree tree = SortedReceiptSet.treeOfFlat(digests, leaves);
        SplittableRandom random = new SplittableRandom(1);
        return () -> () -> {
            InclusionProof[] proofs = new InclusionProof[BATCH];
            for (int i = 0; i < BATCH; i++) {
                proofs[i] = tree.prove(random.nextInt(leaves));
            }
            return proofs;
        };
    }
}
