package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How long a process that writes little waits for its commits beside one that never stops writing.
final class NeighbourBenchmark implements Benchmark {

    static final int WRITERS = 64;

    private static final double MOST_MILLIS = 50;
    private static final int ITEMS_A_COMMIT = 200;
    private static final int FEWEST_COMMITS = 5;
    private static final int MOST_COMMITS = 1_000;

    @Override
    public String name() {
        return "neighbour";
    }

    @Override
    public String question() {
        return "a process that commits one event every 20 ms beside one with " + WRITERS
                + " writers on the same SQLite directory, against the same process alone";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        int commits = Math.clamp(effort.items() / ITEMS_A_COMMIT, FEWEST_COMMITS, MOST_COMMITS);
        Path directory = Files.createTempDirectory("waybill-bench");
        try (Child light = Child.start(List.of(), NeighbourProcess.class, "light", directory.toString())) {
            light.ask(Integer.toString(FEWEST_COMMITS + commits / 5));
            JsonObject alone = light.ask(Integer.toString(commits));
            try (Child busy = Child.start(List.of(), NeighbourProcess.class, "busy", directory.toString())) {
                busy.ask("begin");
                JsonObject beside = light.ask(Integer.toString(commits));
                report(alone, beside, Child.number(busy.ask("rate"), "per_second"), figures);
            }
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    static void report(JsonObject alone, JsonObject beside, double rate, Consumer<Figure> figures) {
        double p99 = Child.number(beside, "p99_micros") / 1_000;
        figures.accept(new Figure(
                "p99 beside %s, against the most allowed".formatted(Figure.perSecond(rate)),
                millis(p99),
                millis(MOST_MILLIS),
                p99 / MOST_MILLIS,
                new Target.Below(1)));
        for (String what : List.of("p50", "p99", "max")) {
            double with = Child.number(beside, what + "_micros") / 1_000;
            double without = Child.number(alone, what + "_micros") / 1_000;
            figures.accept(new Figure(
                    what + ", against the same alone",
                    millis(with),
                    millis(without),
                    with / without,
                    Figure.INFORMATIVE));
        }
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }
}
