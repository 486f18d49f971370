package dev.waybill.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How long one tenant's runs take beside another tenant that fans out into thousands.
final class TenantsBenchmark implements Benchmark {

    private static final int SMALL = 0;
    private static final int GREEDY = 1;
    private static final int FAN_OUTS = 3;
    private static final int WIDTH = 30;
    private static final int ITEMS_A_RUN = 400;
    private static final int FEWEST_RUNS = 5;
    private static final int MOST_RUNS = 500;
    private static final double MOST_OF_ALONE = 1.5;

    private static final String WORKFLOW =
            "{\"id\":\"%s\",\"name\":\"n\",\"version\":\"1\",\"nodes\":[%s],\"edges\":[%s]}";
    private static final String NODE = "{\"id\":\"n%d\",\"typeId\":\"%s\",\"name\":\"n\",\"config\":{%s}}";

    @Override
    public String name() {
        return "tenants";
    }

    @Override
    public String question() {
        return "one tenant's two-node run from its start to its end, beside another tenant's " + FAN_OUTS
                + " fan-outs of " + WIDTH + " times " + WIDTH + " times " + WIDTH + " runs, against the same alone";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        int runs = Math.clamp(effort.items() / ITEMS_A_RUN, FEWEST_RUNS, MOST_RUNS);
        try {
            workflows(Files.createDirectories(directory.resolve("workflows")));
            try (ServedHost host = ServedHost.start(directory, List.of("acme", "evil"));
                    RestClient client = new RestClient(host)) {
                Sink.swallow(times(client, runs));
                List<Double> alone = times(client, runs);
                List<String> fanOuts = new ArrayList<>();
                for (int i = 0; i < FAN_OUTS; i++) {
                    fanOuts.add(client.start("f0", GREEDY));
                }
                List<Double> beside = times(client, runs);
                double cancelled = millis(() -> {
                    for (String run : fanOuts) {
                        client.cancel(run, GREEDY);
                    }
                });
                report("p50", 0.5, beside, alone, Figure.INFORMATIVE, figures);
                report("p99", 0.99, beside, alone, new Target.Below(MOST_OF_ALONE), figures);
                report("longest", 1, beside, alone, Figure.INFORMATIVE, figures);
                figures.accept(new Figure(
                        "cancel of the " + FAN_OUTS + " fan-outs",
                        text(cancelled),
                        text(at(alone, 0.99)) + " a run alone",
                        cancelled / at(alone, 0.99),
                        Figure.INFORMATIVE));
            }
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static void workflows(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("two.json"),
                WORKFLOW.formatted(
                        "two",
                        NODE.formatted(0, "core.noop", "") + "," + NODE.formatted(1, "core.noop", ""),
                        "{\"id\":\"e\",\"sourceNodeId\":\"n0\",\"targetNodeId\":\"n1\"}"));
        for (int depth = 0; depth < 3; depth++) {
            String child = "\"workflowId\":\"f%d\"".formatted(depth + 1);
            Files.writeString(
                    folder.resolve("f" + depth + ".json"),
                    WORKFLOW.formatted(
                            "f" + depth,
                            IntStream.range(0, WIDTH)
                                    .mapToObj(i -> NODE.formatted(i, "core.subWorkflow", child))
                                    .collect(Collectors.joining(",")),
                            ""));
        }
        Files.writeString(folder.resolve("f3.json"), WORKFLOW.formatted("f3", NODE.formatted(0, "core.noop", ""), ""));
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static double millis(Work work) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e6;
    }

    /// @return milliseconds from the start of a run to its end, sorted
    private static List<Double> times(RestClient client, int runs) throws IOException, InterruptedException {
        List<Double> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(millis(() -> {
                String run = client.start("two", SMALL);
                while (!client.isOver(run, SMALL)) {
                    Thread.sleep(1);
                }
            }));
        }
        all.sort(null);
        return all;
    }

    private static double at(List<Double> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(share * sorted.size())));
    }

    private static void report(
            String what,
            double share,
            List<Double> beside,
            List<Double> alone,
            Target target,
            Consumer<Figure> figures) {
        figures.accept(new Figure(
                what + " of %,d runs".formatted(beside.size()),
                text(at(beside, share)),
                text(at(alone, share)) + " alone",
                at(beside, share) / at(alone, share),
                target));
    }

    private static String text(double millis) {
        return String.format(Locale.ROOT, "%.1f ms", millis);
    }
}
