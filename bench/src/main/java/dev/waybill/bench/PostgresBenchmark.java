package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// How fast runs go on PostgreSQL, beside a loop that only commits batches of rows there: on a new database and
/// on one with a million events of other runs, one run alone and many at once, on one node and on two.
final class PostgresBenchmark implements Benchmark {

    private static final int MANY = 64;
    private static final int ROUNDS_A_TURN = 10;
    private static final int WARM_UP_TURNS = 8;
    private static final int MOST_TURNS = 9;

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String question() {
        return "steps per second of a workflow of 10 activities on PostgreSQL, against a bare loop that commits "
                + BareRows.BATCH + " rows at a time; two nodes against one";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        try (BenchServer server = BenchServer.start()) {
            node(effort, "new database", server.newDatabase("fresh", 0), figures);
            node(effort, "%,d events".formatted(effort.items()), server.newDatabase("old", effort.items()), figures);
            nodes(effort, server.newDatabase("shared", 0), figures);
        }
    }

    private static void node(Effort effort, String where, String url, Consumer<Figure> figures) throws Exception {
        try (BareRows bare = new BareRows(url)) {
            for (String signed : List.of("unsigned", "signed")) {
                try (Child node = Child.start(List.of(), NodeProcess.class, url, signed)) {
                    for (int runs : new int[] {1, MANY}) {
                        String question = "%d %d".formatted(runs, millis(effort));
                        Series series = Series.of(effort, () -> rate(node.ask(question)), () -> rows(bare, effort));
                        figures.accept(figure("%s, %s, %d at once".formatted(where, signed, runs), series));
                    }
                }
            }
        }
    }

    /// The same load on one node, and beside it on another one.
    private static void nodes(Effort effort, String url, Consumer<Figure> figures) throws Exception {
        String question = "%d %d".formatted(MANY, millis(effort));
        try (Child first = Child.start(List.of(), NodeProcess.class, url, "signed");
                Child second = Child.start(List.of(), NodeProcess.class, url, "signed");
                ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
            Series series = Series.of(
                    effort,
                    () -> {
                        Future<JsonObject> beside = asking.submit(() -> second.ask(question));
                        return rate(first.ask(question)) + rate(beside.get());
                    },
                    () -> rate(first.ask(question)));
            figures.accept(figure("two nodes, signed, %d at once each, against one".formatted(MANY), series));
        }
    }

    private static Figure figure(String what, Series series) {
        return new Figure(
                what,
                String.format(Locale.ROOT, "%,.0f steps/s", series.subject),
                Figure.perSecond(series.yardstick),
                series.ratio,
                Figure.INFORMATIVE);
    }

    private static long millis(Effort effort) {
        return effort.round().toMillis() * ROUNDS_A_TURN;
    }

    private static double rate(JsonObject answer) {
        return Child.number(answer, "steps") * 1e6 / Child.number(answer, "micros");
    }

    private static double rows(BareRows bare, Effort effort) {
        long begin = System.nanoTime();
        long end = begin + millis(effort) * 1_000_000;
        long rows = 0;
        do {
            Sink.swallow(bare.once());
            rows += BareRows.BATCH;
        } while (System.nanoTime() < end);
        return rows * 1e9 / (System.nanoTime() - begin);
    }

    private interface Turn {
        double rate() throws Exception;
    }

    /// Turns of the two sides, one after the other.
    private record Series(double subject, double yardstick, double ratio) {

        static Series of(Effort effort, Turn subject, Turn yardstick) throws Exception {
            int turns = Math.min(effort.rounds(), MOST_TURNS);
            for (int i = 0; i < Math.min(turns, WARM_UP_TURNS); i++) {
                subject.rate();
            }
            double[] left = new double[turns];
            double[] right = new double[turns];
            double[] ratio = new double[turns];
            for (int i = 0; i < turns; i++) {
                left[i] = subject.rate();
                right[i] = yardstick.rate();
                ratio[i] = left[i] / right[i];
            }
            return new Series(Duel.median(left), Duel.median(right), Duel.median(ratio));
        }
    }
}
