package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How much memory runs take that wait for somebody.
final class WaitingBenchmark implements Benchmark {

    private static final int RUNS = 10_000;
    private static final int HEAP_MEGABYTES = 512;
    private static final double MEGABYTE = 1 << 20;

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public String question() {
        return "the heap of a host, in a process with -Xmx" + HEAP_MEGABYTES
                + "m, whose runs all wait for an approval; some are answered then and must complete";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        int runs = Math.min(RUNS, effort.items());
        Path directory = Files.createTempDirectory("waybill-bench");
        try (Child child = Child.start(
                List.of("-Xmx" + HEAP_MEGABYTES + "m"),
                WaitingProcess.class,
                directory.toString(),
                Integer.toString(runs))) {
            child.answer()
                    .ifPresentOrElse(answer -> report(runs, answer, figures), () -> figures.accept(tooLarge(runs)));
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static void report(int runs, JsonObject answer, Consumer<Figure> figures) {
        double kept = Child.number(answer, "kept_with_runs");
        double each = Math.max(0, kept - Child.number(answer, "kept_before")) / runs;
        double room = HEAP_MEGABYTES * MEGABYTE / runs;
        figures.accept(heap("%,d waiting runs, heap after a collection".formatted(runs), kept));
        figures.accept(heap("heap at its fullest", Child.number(answer, "most_used")));
        figures.accept(new Figure(
                "bytes a waiting run, against an equal share of the heap",
                String.format(Locale.ROOT, "%,.0f", each),
                String.format(Locale.ROOT, "%,.0f", room),
                each / room,
                Figure.INFORMATIVE));
        double asked = Child.number(answer, "answered");
        double completed = Child.number(answer, "completed");
        figures.accept(new Figure(
                "completed of those that were answered",
                String.format(Locale.ROOT, "%.0f", completed),
                String.format(Locale.ROOT, "%.0f", asked),
                completed / asked,
                new Target.AtLeast(1)));
    }

    private static Figure heap(String what, double bytes) {
        return new Figure(
                what,
                String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE),
                HEAP_MEGABYTES + " MB",
                bytes / MEGABYTE / HEAP_MEGABYTES,
                new Target.Below(1));
    }

    private static Figure tooLarge(int runs) {
        return new Figure(
                "%,d waiting runs: the process failed".formatted(runs),
                "more",
                HEAP_MEGABYTES + " MB",
                1,
                new Target.Below(1));
    }
}
