package dev.waybill.bench;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// What a host does under load over HTTP: how soon it answers, how soon events arrive, how many runs and hand-overs it
/// carries, and whether readers that do not read are in anybody's way.
final class RestBenchmark implements Benchmark {

    private static final int CLIENTS = 32;
    private static final int CALLERS = 6;
    private static final int IN_FLIGHT = 500;
    private static final int SUBSCRIBERS = 1_000;
    private static final int SILENT_OF = 10;
    private static final int TURNS = 6;
    private static final double UNDISTURBED = 0.9;
    private static final int ITEMS_A_RUN = 100;
    private static final int MOST_WARM_UPS = 20;
    private static final double SETTLED = 0.04;
    private static final double POST_P50 = 100;
    private static final double POST_P99 = 500;
    private static final double DELAY_P99 = 200;

    /// Five times what the other host does, which signs nothing.
    private static final double RUNS = 5 * 600;

    private static final double HAND_OVERS = 5 * 320;

    private static final String NODE =
            "{\"id\":\"%s\",\"typeId\":\"%s\",\"name\":\"n\",\"position\":{\"x\":0,\"y\":0},\"config\":{%s},\"inputs\":{}}";
    private static final String WORKFLOW =
            "{\"id\":\"%s\",\"name\":\"n\",\"version\":\"1\",\"nodes\":[%s],\"edges\":[%s],\"triggers\":[],\"variables\":[],\"metadata\":{},\"settings\":{\"timeout\":0}}";

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public String question() {
        return "'waybill serve' on SQLite with receipts: POST /v1/runs, the delay of events, six-event runs and hand-overs"
                + " per second, against /health of the same server and bare commits; 1,000 streams of which 100 are not read";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        try {
            workflows(Files.createDirectories(directory.resolve("workflows")));
            int runs = Math.clamp(effort.items() / ITEMS_A_RUN, 5, 6_000);
            try (ServedHost host = ServedHost.start(directory, effort.items() < SUBSCRIBERS ? 1 : CALLERS);
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                    BareInserts bare = new BareInserts(directory.resolve("bare.db"));
                    RestClient client = new RestClient(host)) {
                warmUp(client, "six", runs);
                starts(client, runs, figures);
                rate(client, bare, "six", runs, RUNS, "six-event runs", figures);
                warmUp(client, "team", runs / 2 + 1);
                rate(client, bare, "team", runs / 2 + 1, HAND_OVERS, "hand-overs", figures);
                delays(threads, client, Math.min(IN_FLIGHT, runs), figures);
                silent(threads, client, Math.min(SUBSCRIBERS, runs), runs, figures);
            }
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static void workflows(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("six.json"),
                WORKFLOW.formatted(
                        "six",
                        NODE.formatted("a", "core.noop", "") + "," + NODE.formatted("b", "core.noop", ""),
                        edge("a", "b")));
        Files.writeString(
                folder.resolve("worker.json"), WORKFLOW.formatted("worker", NODE.formatted("a", "core.noop", ""), ""));
        Files.writeString(
                folder.resolve("team.json"),
                WORKFLOW.formatted(
                        "team",
                        NODE.formatted(
                                        "plan",
                                        "core.orchestrator.supervisor",
                                        "\"mockDispatchPlan\":[{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"worker\"]},{\"kind\":\"terminate\",\"reason\":\"done\"}]")
                                + ","
                                + NODE.formatted("hand", "core.dispatch", "\"workerDispatchModel\":\"child-run\""),
                        edge("plan", "hand") + "," + edge("hand", "plan")));
        StringBuilder nodes = new StringBuilder(NODE.formatted("w0", "core.delay", "\"delayMs\":1500"));
        StringBuilder edges = new StringBuilder();
        for (int i = 1; i < 5; i++) {
            nodes.append(',').append(NODE.formatted("w" + i, "core.delay", "\"delayMs\":300"));
            edges.append(i == 1 ? "" : ",").append(edge("w" + (i - 1), "w" + i));
        }
        Files.writeString(folder.resolve("slow.json"), WORKFLOW.formatted("slow", nodes, edges));
    }

    private static String edge(String from, String to) {
        return "{\"id\":\"%s-%s\",\"sourceNodeId\":\"%s\",\"targetNodeId\":\"%s\"}".formatted(from, to, from, to);
    }

    private interface Call {
        double millis(int number) throws IOException, InterruptedException;
    }

    /// Many calls by a few clients, each waiting for its answer. They are platform threads: these wait for a socket at
    /// the least cost, and what they take is taken from the server.
    ///
    /// @return milliseconds, sorted
    private static List<Double> calls(int calls, Call call) throws Exception {
        List<Future<List<Double>>> clients = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (int client = 0; client < CLIENTS; client++) {
                int first = client;
                clients.add(threads.submit(() -> {
                    List<Double> millis = new ArrayList<>();
                    for (int i = first; i < calls; i += CLIENTS) {
                        millis.add(call.millis(i));
                    }
                    return millis;
                }));
            }
        }
        List<Double> all = new ArrayList<>();
        for (Future<List<Double>> client : clients) {
            all.addAll(client.get());
        }
        all.sort(null);
        return all;
    }

    private static double at(List<Double> sorted, double share) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1L, Math.round(share * sorted.size())));
    }

    private static double timed(RestClient client, String workflow, int number)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Sink.swallow(client.start(workflow, number));
        return (System.nanoTime() - begin) / 1e6;
    }

    /// Until the compiler has little to do any more.
    private static void warmUp(RestClient client, String workflow, int runs) throws Exception {
        CompilerShare compiler =
                new CompilerShare(client.host().process().process().pid());
        double share = 1;
        for (int round = 0; round < MOST_WARM_UPS && share > SETTLED; round++) {
            compiler.next();
            load(client, workflow, runs);
            share = compiler.next().orElse(1);
        }
    }

    /// Starts runs and waits for the end of all. Asking after each of them alone took as long as starting them, so the
    /// host is asked whether any is still open.
    ///
    /// @return seconds
    private static double load(RestClient client, String workflow, int runs) throws Exception {
        long begin = System.nanoTime();
        calls(runs, number -> {
            Sink.swallow(client.start(workflow, number));
            return 0;
        });
        client.awaitEnds(workflow);
        return (System.nanoTime() - begin) / 1e9;
    }

    private static void starts(RestClient client, int runs, Consumer<Figure> figures) throws Exception {
        List<Double> idle = calls(runs, _ -> client.health());
        List<Double> starts = calls(runs, number -> timed(client, "six", number));
        figures.accept(
                millis("POST /v1/runs p50 with " + CLIENTS + " clients, of 100 ms", starts, idle, 0.5, POST_P50));
        figures.accept(millis("POST /v1/runs p99, of 500 ms", starts, idle, 0.99, POST_P99));
    }

    private static Figure millis(String what, List<Double> subject, List<Double> yardstick, double share, double most) {
        return new Figure(
                what,
                text(at(subject, share)),
                text(at(yardstick, share)) + " /health",
                at(subject, share) / most,
                new Target.Below(1));
    }

    private static String text(double millis) {
        return String.format(Locale.ROOT, "%.1f ms", millis);
    }

    private static void rate(
            RestClient client,
            BareInserts bare,
            String workflow,
            int runs,
            double aim,
            String what,
            Consumer<Figure> figures)
            throws Exception {
        double[] commits = new double[turns(runs)];
        double[] rates = new double[turns(runs)];
        for (int turn = 0; turn < rates.length; turn++) {
            long begin = System.nanoTime();
            for (int i = 0; i < runs; i++) {
                Sink.swallow(bare.once());
            }
            commits[turn] = runs * 1e9 / (System.nanoTime() - begin);
            rates[turn] = runs / load(client, workflow, runs);
        }
        double rate = Duel.median(rates);
        figures.accept(new Figure(
                "%s, %,d at a time, against five times the other host's %,.0f".formatted(what, runs, aim / 5),
                Figure.perSecond(rate),
                Figure.perSecond(Duel.median(commits)) + " bare",
                rate / aim,
                new Target.AtLeast(1)));
    }

    private static void delays(ExecutorService threads, RestClient client, int runs, Consumer<Figure> figures)
            throws Exception {
        ConcurrentLinkedQueue<Double> delays = new ConcurrentLinkedQueue<>();
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            int caller = i;
            readers.add(threads.submit(() -> {
                RestClient.read(client.subscribe(client.start("slow", caller), caller), delays::add);
                return null;
            }));
        }
        for (Future<?> reader : readers) {
            reader.get();
        }
        List<Double> sorted = new ArrayList<>(delays);
        sorted.sort(null);
        figures.accept(new Figure(
                "event delay p99, %,d runs in flight, each with a stream, of 200 ms".formatted(runs),
                text(at(sorted, 0.99)),
                text(at(sorted, 0.5)) + " p50",
                at(sorted, 0.99) / DELAY_P99,
                new Target.Below(1)));
    }

    /// Who reads the streams of the runs beside a load.
    private enum Readers {
        NOBODY,
        ALL,
        ALL_BUT_SOME
    }

    /// The same load beside the same runs, in turns: without streams, with streams that are read, and with some that
    /// are not. Who goes first changes with every turn, since a store grows and a machine has moods.
    private static void silent(
            ExecutorService threads, RestClient client, int subscribers, int runs, Consumer<Figure> figures)
            throws Exception {
        double[] without = new double[turns(runs)];
        double[] read = without.clone();
        double[] unread = without.clone();
        Readers[] all = Readers.values();
        for (int turn = 0; turn < without.length; turn++) {
            for (int i = 0; i < all.length; i++) {
                Readers who = all[(turn + i) % all.length];
                double[] seconds = switch (who) {
                    case NOBODY -> without;
                    case ALL -> read;
                    case ALL_BUT_SOME -> unread;
                };
                seconds[turn] = beside(threads, client, subscribers, who, runs);
            }
        }
        figures.accept(new Figure(
                "%,d runs beside %,d others with a stream each".formatted(runs, subscribers),
                Figure.perSecond(runs / Duel.median(read)),
                Figure.perSecond(runs / Duel.median(without)) + " without streams",
                medianOfRatios(without, read),
                Figure.INFORMATIVE));
        figures.accept(new Figure(
                "the same with every %dth stream not read".formatted(SILENT_OF),
                Figure.perSecond(runs / Duel.median(unread)),
                Figure.perSecond(runs / Duel.median(read)) + " all read",
                medianOfRatios(read, unread),
                new Target.AtLeast(UNDISTURBED)));
    }

    /// A single one says too little on a machine with moods; where only the benchmark itself is tried, it is enough.
    private static int turns(int runs) {
        return runs < SUBSCRIBERS ? 1 : TURNS;
    }

    private static double medianOfRatios(double[] above, double[] below) {
        double[] ratios = new double[above.length];
        for (int turn = 0; turn < ratios.length; turn++) {
            ratios[turn] = above[turn] / below[turn];
        }
        return Duel.median(ratios);
    }

    /// @return seconds that the load took
    private static double beside(ExecutorService threads, RestClient client, int subscribers, Readers who, int runs)
            throws Exception {
        List<Socket> silent = new ArrayList<>();
        List<Future<?>> readers = new ArrayList<>();
        try {
            for (int i = 0; i < subscribers; i++) {
                String run = client.start("slow", i);
                if (who == Readers.ALL_BUT_SOME && i % SILENT_OF == 0) {
                    silent.add(client.subscribe(run, i));
                } else if (who != Readers.NOBODY) {
                    Socket socket = client.subscribe(run, i);
                    readers.add(threads.submit(() -> {
                        RestClient.read(socket, _ -> {});
                        return null;
                    }));
                }
            }
            double seconds = load(client, "six", runs);
            for (Future<?> reader : readers) {
                reader.get();
            }
            client.awaitEnds("slow");
            return seconds;
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }
}
