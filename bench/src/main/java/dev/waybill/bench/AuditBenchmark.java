package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How fast a large workflow is audited, and in how much memory.
final class AuditBenchmark implements Benchmark {

    private static final int HEAP_MEGABYTES = 256;
    private static final double MEGABYTE = 1 << 20;

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String question() {
        return "a chained fork/join workflow with its summary, read from a bundle in a process with -Xmx"
                + HEAP_MEGABYTES + "m, against raw verification on all cores";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        Path bundle = directory.resolve("bundle.zip");
        Path jwk = directory.resolve("key.json");
        try {
            SigningKey key = SampleRun.newKey();
            AuditStream.write(bundle, key, effort.items());
            Files.writeString(jwk, key.verificationKey().toJwk().toString());
            JsonObject answer = audit(bundle, jwk, effort);
            if (answer.isEmpty()) {
                figures.accept(tooLarge(effort.items()));
            } else {
                report(answer, figures);
            }
        } finally {
            for (Path file : List.of(bundle, jwk, directory)) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// @return nothing when the process failed, which it told on its error stream
    private static JsonObject audit(Path bundle, Path jwk, Effort effort) throws IOException {
        // As the launcher starts large work.
        List<String> flags = List.of("-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseParallelGC", "-XX:MaxNewSize=48m");
        String turn = Long.toString(effort.round().multipliedBy(5).toMillis());
        try (Child child = Child.start(flags, AuditProcess.class, bundle.toString(), jwk.toString(), turn)) {
            return child.answer().orElse(JsonObject.EMPTY);
        }
    }

    private static Figure tooLarge(int receipts) {
        return new Figure(
                String.format(Locale.ROOT, "%,d receipts: the process failed", receipts),
                "more",
                HEAP_MEGABYTES + " MB",
                1,
                new Target.Below(1));
    }

    private static void report(JsonObject answer, Consumer<Figure> figures) {
        double rate = Child.number(answer, "receipts") * 1e6 / Child.number(answer, "micros");
        double raw = Child.number(answer, "raw_per_second");
        String verdict = answer.string("verdict").orElseThrow();
        if (!verdict.equals("verified")) {
            throw new IllegalStateException("expected a verified workflow, found " + answer);
        }
        String what = String.format(Locale.ROOT, "%,.0f receipts, %s", Child.number(answer, "receipts"), verdict);
        figures.accept(new Figure(what, Figure.perSecond(rate), Figure.perSecond(raw), rate / raw, Figure.INFORMATIVE));
        figures.accept(heap("heap at its fullest", Child.number(answer, "most_used")));
        figures.accept(heap("heap kept after a collection", Child.number(answer, "most_kept")));
    }

    private static Figure heap(String what, double bytes) {
        return new Figure(
                what,
                String.format(Locale.ROOT, "%.0f MB", bytes / MEGABYTE),
                HEAP_MEGABYTES + " MB",
                bytes / MEGABYTE / HEAP_MEGABYTES,
                new Target.Below(1));
    }
}
