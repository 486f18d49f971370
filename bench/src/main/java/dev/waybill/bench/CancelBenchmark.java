package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// How long it takes until a cancel has stopped an activity, while every other place is taken by activities that block;
/// and until it has ended a run with all that it led to.
final class CancelBenchmark implements Benchmark {

    private static final int BLOCKED = 256;
    private static final int ITEMS_A_CANCEL = 500;
    private static final int FEWEST_CANCELS = 3;
    private static final int MOST_CANCELS = 500;
    /// With the runs between the first and the last generation, as many as a family may have.
    private static final int MOST_LEAVES = 9_900;

    private static final int LEAVES_A_BRANCH = 100;
    private static final int ITEMS_A_LEAF = 100;

    @Override
    public String name() {
        return "cancel";
    }

    @Override
    public String question() {
        return "from a cancel to the end of its activity with %d blocked activities and no free place, against the same on an idle host; a family of runs, against the time that it took to begin"
                .formatted(BLOCKED);
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        int cancels = Math.clamp(effort.items() / ITEMS_A_CANCEL, FEWEST_CANCELS, MOST_CANCELS);
        Path directory = Files.createTempDirectory("waybill-bench");
        try (Blocked host = new Blocked(SqliteStore.open(directory))) {
            host.cancels(cancels);
            JsonObject idle = host.cancels(cancels);
            host.fill();
            JsonObject full = host.cancels(cancels);
            report("p50", full, idle, new Target.Below(2), figures);
            report("p99", full, idle, Figure.INFORMATIVE, figures);
        } finally {
            StoreBenchmark.delete(directory);
        }
        family(Math.min(MOST_LEAVES, effort.items() / ITEMS_A_LEAF), figures);
    }

    private static void family(int leaves, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        int branches = Math.max(1, leaves / LEAVES_A_BRANCH);
        try (RunStore store = SqliteStore.open(directory);
                var family = new CancelledFamily(store, branches, leaves / branches)) {
            family.cancel();
            CancelledFamily.Times times = family.cancel();
            figures.accept(new Figure(
                    "cancel of %,d runs, with receipts".formatted(family.runs()),
                    seconds(times.ended()),
                    seconds(times.begun()),
                    (double) times.ended().toNanos() / times.begun().toNanos(),
                    new Target.Below(1.5)));
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toNanos() / 1e9);
    }

    private static void report(String what, JsonObject full, JsonObject idle, Target target, Consumer<Figure> figures) {
        double with = Child.number(full, what + "_micros") / 1_000;
        double without = Child.number(idle, what + "_micros") / 1_000;
        figures.accept(new Figure(
                what + " with " + BLOCKED + " blocked", millis(with), millis(without), with / without, target));
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }

    /// A host whose activities block until somebody stops them.
    private static final class Blocked implements Activity, AutoCloseable {
        private final RunStore store;
        private final RunHost host;
        private final HostLoop loop;
        private final LinkedBlockingQueue<Long> begun = new LinkedBlockingQueue<>();
        private final LinkedBlockingQueue<Long> stopped = new LinkedBlockingQueue<>();

        Blocked(RunStore store) {
            this.store = store;
            ExecutorService threads = HostLoop.threads();
            HostSettings settings = new HostSettings(
                            "bench", ReceiptPolicy.OFF, ClaimScope.ALL, HostSettings.DEFAULT_LEASE, "bench")
                    .with(ActivityLimits.DEFAULT
                            .with(ActivityKind.OTHER, BLOCKED + 1)
                            .withTenant(BLOCKED + 1));
            this.host = new RunHost(
                    store,
                    NodeTypes.core().and(List.of(this)),
                    Limits.DEFAULT,
                    DefinitionSource.NONE,
                    Notary.NONE,
                    settings,
                    InstantSource.system(),
                    new SecureRandom(),
                    threads,
                    Trouble.THROWN);
            this.loop = new HostLoop(host, threads, problem -> {
                throw problem;
            });
        }

        @Override
        public String typeId() {
            return "bench.blocked";
        }

        @Override
        public NodeResult execute(ActivityCall call) throws InterruptedException {
            begun.add(System.nanoTime());
            try {
                new CountDownLatch(1).await();
            } finally {
                stopped.add(System.nanoTime());
            }
            return NodeResult.done(JsonObject.EMPTY);
        }

        private RunId start() throws InterruptedException {
            RunId run =
                    host.start(BenchHost.CALLER, StartRequest.of(BenchHost.single("wait", typeId()), JsonObject.EMPTY));
            begun.take();
            return run;
        }

        void fill() throws InterruptedException {
            for (int i = 0; i < BLOCKED; i++) {
                start();
            }
        }

        JsonObject cancels(int count) throws InterruptedException {
            long[] micros = new long[count];
            for (int i = 0; i < count; i++) {
                RunId run = start();
                long begin = System.nanoTime();
                host.tell(BenchHost.CALLER, run, at -> new Command.Cancel(at, "bench", null));
                micros[i] = (stopped.take() - begin) / 1_000;
            }
            return NeighbourProcess.percentiles(micros);
        }

        @Override
        public void close() {
            loop.close();
            store.close();
        }
    }
}
