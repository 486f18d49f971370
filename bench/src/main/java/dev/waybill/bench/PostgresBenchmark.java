package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// How fast runs go on PostgreSQL, beside a loop that only commits batches of rows there: on a new database and
/// on one with a million events of other runs, one run alone and many at once, on one node and on two; and what of the
/// processors nodes and server take for it.
final class PostgresBenchmark implements Benchmark {

    private static final int SOME = 8;
    private static final int MANY = 64;
    private static final Target MORE_THAN_ONE = new Target.AtLeast(1);
    private static final int ROUNDS_A_TURN = 10;
    private static final int MOST_WARM_UP_TURNS = 30;
    private static final double COMPILED = 0.1;
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
        ServerTime server = ServerTime.of(url);
        try (BareRows bare = new BareRows(url)) {
            for (String signed : List.of("unsigned", "signed")) {
                try (Child node = Child.start(ServedHost.OPTIONS, NodeProcess.class, url, signed)) {
                    warmUp(effort, node);
                    for (int runs : new int[] {1, MANY}) {
                        String question = question(effort, runs);
                        String what = "%s, %s, %d at once".formatted(where, signed, runs);
                        Series series = Series.of(effort, () -> load(server, question, node), () -> rows(bare, effort));
                        figures.accept(figure(what, series, Figure.INFORMATIVE));
                        figures.accept(series.total.processors(what));
                    }
                }
            }
        }
    }

    /// The same load on one node, and beside it on another one. As long as the processors have time to
    /// spare, the second node has to be worth something.
    private static void nodes(Effort effort, String url, Consumer<Figure> figures) throws Exception {
        ServerTime server = ServerTime.of(url);
        try (Child first = Child.start(ServedHost.OPTIONS, NodeProcess.class, url, "signed");
                Child second = Child.start(ServedHost.OPTIONS, NodeProcess.class, url, "signed")) {
            warmUp(effort, first, second);
            for (int runs : new int[] {1, SOME, MANY}) {
                String question = question(effort, runs);
                String what = "two nodes, signed, %d at once each, against one".formatted(runs);
                Series series = Series.of(
                        effort,
                        () -> load(server, question, first, second),
                        () -> load(server, question, first).rate());
                figures.accept(figure(what, series, runs == 1 ? MORE_THAN_ONE : Figure.INFORMATIVE));
                figures.accept(series.total.processors(what));
            }
        }
    }

    /// One after the other, each until its compiler takes less than a tenth of its time.
    private static void warmUp(Effort effort, Child... nodes) throws Exception {
        for (Child node : nodes) {
            CompilerShare compiler = new CompilerShare(node.process().pid());
            double share = 1;
            for (int turn = 0; turn < Math.min(effort.rounds(), MOST_WARM_UP_TURNS) && share > COMPILED; turn++) {
                compiler.next();
                node.ask(question(effort, MANY));
                share = compiler.next().orElse(1);
            }
        }
    }

    private static NodeLoad load(ServerTime server, String question, Child... nodes) throws Exception {
        long before = server.micros();
        NodeLoad all = NodeLoad.NONE;
        try (ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<JsonObject>> answers = new ArrayList<>();
            for (Child node : nodes) {
                answers.add(asking.submit(() -> node.ask(question)));
            }
            for (Future<JsonObject> answer : answers) {
                all = all.beside(NodeLoad.of(answer.get()));
            }
        }
        return all.withServer((double) (server.micros() - before));
    }

    private static Figure figure(String what, Series series, Target target) {
        return new Figure(
                what,
                String.format(Locale.ROOT, "%,.0f steps/s", series.subject),
                Figure.perSecond(series.yardstick),
                series.ratio,
                target);
    }

    private static String question(Effort effort, int runs) {
        return "%d %d".formatted(runs, millis(effort));
    }

    private static long millis(Effort effort) {
        return effort.round().toMillis() * ROUNDS_A_TURN;
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

    private interface Turn<T> {
        T take() throws Exception;
    }

    /// Turns of the two sides, one after the other.
    ///
    /// @param total what the subject did in all its turns
    private record Series(double subject, double yardstick, double ratio, NodeLoad total) {

        static Series of(Effort effort, Turn<NodeLoad> subject, Turn<Double> yardstick) throws Exception {
            int turns = Math.min(effort.rounds(), MOST_TURNS);
            subject.take();
            double[] left = new double[turns];
            double[] right = new double[turns];
            double[] ratio = new double[turns];
            NodeLoad total = NodeLoad.NONE;
            for (int i = 0; i < turns; i++) {
                NodeLoad load = subject.take();
                total = total.then(load);
                left[i] = load.rate();
                right[i] = yardstick.take();
                ratio[i] = left[i] / right[i];
            }
            return new Series(Duel.median(left), Duel.median(right), Duel.median(ratio), total);
        }
    }
}
