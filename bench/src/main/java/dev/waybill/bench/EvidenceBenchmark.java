package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// How fast other systems' records are indexed and asked about, and in how much memory.
final class EvidenceBenchmark implements Benchmark {

    private static final int HEAP_MEGABYTES = 160;
    private static final double MEGABYTE = 1 << 20;

    /// How many records of a kind are enough beside the million plain ones.
    private static final int MOST_OTHERS = 300_000;

    @Override
    public String name() {
        return "evidence";
    }

    @Override
    public String question() {
        return "JSON lines indexed in a process with -Xmx" + HEAP_MEGABYTES
                + "m against one thread that only parses them; questions against one lookup by id";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        try {
            Path plain = directory.resolve("records.jsonl");
            EvidenceLines.write(plain, effort.items());
            JsonObject answer = measure(plain, effort, true);
            figures.accept(index("plain lines", answer, new Target.AtLeast(0.12)));
            Path events = directory.resolve("events.jsonl");
            EvidenceLogs.events(events, Math.min(MOST_OTHERS, effort.items()));
            figures.accept(index("chained events", measure(events, effort, false), Figure.INFORMATIVE));
            Path store = directory.resolve("trace_bench.jsonl");
            EvidenceLogs.store(store, Math.min(MOST_OTHERS, effort.items()));
            figures.accept(index("stored receipts", measure(store, effort, false), Figure.INFORMATIVE));
            questions(answer, figures);
        } finally {
            delete(directory);
        }
    }

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static JsonObject measure(Path file, Effort effort, boolean ask) throws IOException {
        List<String> flags = List.of("-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseParallelGC");
        String rounds = Integer.toString(Math.min(3, effort.starts()));
        Path index = file.resolveSibling(file.getFileName() + ".index");
        try (Child child = Child.start(
                flags, EvidenceProcess.class, file.toString(), index.toString(), rounds, Boolean.toString(ask))) {
            return child.answer().orElseThrow(() -> new IOException("the process failed"));
        }
    }

    private static Figure index(String what, JsonObject answer, Target target) {
        double index = Child.number(answer, "index_rate");
        double parse = Child.number(answer, "parse_rate");
        return new Figure(
                String.format(Locale.ROOT, "index %,.0f %s", Child.number(answer, "records"), what),
                Figure.perSecond(index),
                Figure.perSecond(parse),
                index / parse,
                target);
    }

    private static void questions(JsonObject answer, Consumer<Figure> figures) {
        double lookup = Child.number(answer, "lookup_nanos");
        figures.accept(question("policy-at", Child.number(answer, "policy_nanos"), lookup, new Target.Below(100)));
        double chain = Child.number(answer, "chain");
        figures.accept(question(
                String.format(Locale.ROOT, "trace of %,.0f records, each", chain),
                Child.number(answer, "trace_nanos") / chain,
                lookup,
                Figure.INFORMATIVE));
        figures.accept(new Figure(
                "ten lines appended to the indexed file",
                micros(Child.number(answer, "append_nanos")),
                micros(lookup),
                Child.number(answer, "append_nanos") / lookup,
                Figure.INFORMATIVE));
        figures.accept(heap(Child.number(answer, "most_used")));
    }

    private static Figure question(String what, double nanos, double lookup, Target target) {
        return new Figure(what, micros(nanos), micros(lookup), nanos / lookup, target);
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%,.1f µs", nanos / 1000);
    }

    private static Figure heap(double bytes) {
        return new Figure(
                "heap at its fullest",
                String.format(Locale.ROOT, "%.0f MB", bytes / MEGABYTE),
                HEAP_MEGABYTES + " MB",
                bytes / MEGABYTE / HEAP_MEGABYTES,
                new Target.Below(1.001));
    }
}
