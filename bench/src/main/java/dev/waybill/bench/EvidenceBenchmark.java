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
            Path root = Files.createDirectory(directory.resolve("mesh"));
            EvidenceLines.write(root.resolve("events.jsonl"), effort.items());
            report(measure(root, directory.resolve("index"), effort), figures);
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static JsonObject measure(Path root, Path index, Effort effort) throws IOException {
        List<String> flags = List.of("-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseParallelGC");
        String rounds = Integer.toString(Math.min(3, effort.starts()));
        try (Child child = Child.start(flags, EvidenceProcess.class, root.toString(), index.toString(), rounds)) {
            return child.answer().orElseThrow(() -> new IOException("the process failed"));
        }
    }

    private static void report(JsonObject answer, Consumer<Figure> figures) {
        double records = Child.number(answer, "records");
        double index = Child.number(answer, "index_rate");
        double parse = Child.number(answer, "parse_rate");
        figures.accept(new Figure(
                String.format(Locale.ROOT, "index %,.0f events", records),
                Figure.perSecond(index),
                Figure.perSecond(parse),
                index / parse,
                new Target.AtLeast(0.5)));
        double lookup = Child.number(answer, "lookup_nanos");
        figures.accept(question("policy-at", Child.number(answer, "policy_nanos"), lookup, new Target.Below(100)));
        double chain = Child.number(answer, "chain");
        figures.accept(question(
                String.format(Locale.ROOT, "trace of %,.0f records, each", chain),
                Child.number(answer, "trace_nanos") / chain,
                lookup,
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
