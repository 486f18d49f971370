package dev.waybill.bench;

import dev.waybill.base.Base64Url;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import java.util.function.Consumer;

/// How fast receipts are issued.
final class IssueBenchmark implements Benchmark {

    @Override
    public String name() {
        return "issue";
    }

    @Override
    public String question() {
        return "a new chained receipt (fresh ids, full context) against one raw signature over as many bytes";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) {
        SigningKey key = SampleRun.newKey();
        for (Wire wire : Wire.values()) {
            byte[] message = sampleMessage(key, wire);
            byte[] seed = Base64Url.decode(key.toPrivateJwk().string("d").orElseThrow());
            Work.Source yardstick = Providers.fastestSign(seed, message);
            Work.Source subject = () -> new SampleRun(key, wire)::next;
            String what = "Wire " + wire.label() + ", " + message.length + " signed bytes, ";
            figures.accept(Figure.of(what + "1 thread", Duel.run(effort, 1, subject, yardstick), Figure.MOST_OF_IT));
            int cores = Runtime.getRuntime().availableProcessors();
            figures.accept(Figure.of(
                    what + cores + " threads", Duel.run(effort, cores, subject, yardstick), Figure.MOST_OF_IT));
        }
    }

    /// What a step in the middle of a run signs: the first ones have fewer parents and no chain.
    private static byte[] sampleMessage(SigningKey key, Wire wire) {
        var run = new SampleRun(key, wire);
        run.next();
        return Signed.of(run.next()).message();
    }
}
