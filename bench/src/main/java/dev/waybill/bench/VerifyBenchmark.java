package dev.waybill.bench;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How fast receipts are verified, with everything that the strict gate checks.
final class VerifyBenchmark implements Benchmark {

    /// More receipts than a branch predictor learns by heart; both sides go through them.
    private static final int RING = 1024;

    @Override
    public String name() {
        return "verify";
    }

    @Override
    public String question() {
        return "the whole strict verification of a receipt against one raw verification of its signature";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) {
        int cores = Runtime.getRuntime().availableProcessors();
        SigningKey key = SampleRun.newKey();
        for (Wire wire : Wire.values()) {
            Receipt[] ring = ring(key, wire);
            List<Signed> signed = Arrays.stream(ring).map(Signed::of).toList();
            Work.Source yardstick =
                    Providers.fastestVerify(key.verificationKey().point(), signed);
            Work.Source subject = subject(key, ring);
            String what = "Wire " + wire.label() + ", " + signed.get(1).message().length + " signed bytes, ";
            Duel one = Duel.run(effort, 1, subject, yardstick);
            figures.accept(Figure.of(what + "1 thread", one, Figure.MOST_OF_IT));
            Duel all = Duel.run(effort, cores, subject, yardstick);
            figures.accept(Figure.of(
                    what + cores + " threads" + times(all.subject() / one.subject()), all, Figure.MOST_OF_IT));
        }
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, " (x %.2f)", factor);
    }

    private static Receipt[] ring(SigningKey key, Wire wire) {
        var run = new SampleRun(key, wire);
        Receipt[] ring = new Receipt[RING];
        for (int i = 0; i < RING; i++) {
            ring[i] = run.next();
        }
        return ring;
    }

    private static Work.Source subject(SigningKey key, Receipt[] ring) {
        var verifier = new ReceiptVerifier(
                KeySet.of(SampleRun.ISSUER, key.verificationKey()), VerifierOptions.at(ring[RING - 1].issuedAt()));
        byte[][] texts = new byte[RING][];
        for (int i = 0; i < RING; i++) {
            texts[i] = ring[i].compact().getBytes(StandardCharsets.ISO_8859_1);
        }
        return () -> new Work() {
            private int at;

            @Override
            public Object once() {
                ReceiptCheck check = verifier.verify(texts[at++ & (RING - 1)]);
                if (check instanceof ReceiptCheck.Invalid invalid) {
                    throw new IllegalStateException(invalid.code() + ": " + invalid.message());
                }
                return check;
            }
        };
    }
}
