package dev.waybill.bench;

import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// What many readers cost that wait for events, and how soon one of them has an event.
final class FeedsBenchmark implements Benchmark {

    private static final int MANY = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Caller EVERYBODY = Caller.operator("default");
    private static final double MOST_MILLIS = 50;

    @Override
    public String name() {
        return "feeds";
    }

    @Override
    public String question() {
        return "%,d feeds that wait, each for its own run on SQLite: reads of the store, and from a commit to its reader,"
                        .formatted(MANY)
                + " against one feed";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        try (RunStore store = SqliteStore.open(directory)) {
            int many = Math.min(MANY, effort.items());
            Outcome one = measure(store, 1, effort);
            Outcome all = measure(store, many, effort);
            figures.accept(new Figure(
                    "reads a second, idle, %,d feeds against 1".formatted(many),
                    Figure.perSecond(all.reads()),
                    Figure.perSecond(one.reads()),
                    all.reads() / one.reads(),
                    new Target.Below(2)));
            figures.accept(new Figure(
                    "p99 from commit to reader, against the most allowed",
                    millis(all.at(0.99)),
                    millis(MOST_MILLIS),
                    all.at(0.99) / MOST_MILLIS,
                    new Target.Below(1)));
            figures.accept(new Figure(
                    "p50 from commit to reader, %,d feeds against 1".formatted(many),
                    millis(all.at(0.5)),
                    millis(one.at(0.5)),
                    all.at(0.5) / one.at(0.5),
                    Figure.INFORMATIVE));
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    /// @param reads of the store a second, while nothing happens
    /// @param millis from commits to readers, sorted
    private record Outcome(double reads, List<Double> millis) {

        double at(double share) {
            return millis.get((int) Math.min(millis.size() - 1L, Math.round(share * millis.size())));
        }
    }

    private static Outcome measure(RunStore store, int feeds, Effort effort) throws Exception {
        CountedReads log = new CountedReads(store);
        // The hub is closed first: its readers end, and then their threads.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                EventHub hub = new EventHub(log, store.changes())) {
            List<RunAppends> runs = new ArrayList<>();
            for (int i = 0; i < feeds; i++) {
                runs.add(new RunAppends(store));
                EventFeed idle = hub.open(EVERYBODY, runs.getLast().run(), 0).orElseThrow();
                threads.execute(() -> follow(idle));
            }
            Thread.sleep(effort.round());
            double reads = idle(log, effort);
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < effort.rounds(); i++) {
                millis.add(wake(hub, runs.get(i % feeds), effort));
            }
            millis.sort(null);
            return new Outcome(reads, millis);
        }
    }

    private static double idle(CountedReads log, Effort effort) throws InterruptedException {
        long before = log.reads();
        long began = System.nanoTime();
        // Two seconds at full effort: the hub looks once a second even in silence.
        Thread.sleep(effort.round().multipliedBy(50));
        return Math.max(1, log.reads() - before) * 1e9 / (System.nanoTime() - began);
    }

    private static double wake(EventHub hub, RunAppends run, Effort effort) throws Exception {
        try (EventFeed feed = hub.open(EVERYBODY, run.run(), run.head()).orElseThrow()) {
            Thread.sleep(effort.round());
            run.once();
            long committed = System.nanoTime();
            var _ = feed.next(PATIENCE).orElseThrow();
            return (System.nanoTime() - committed) / 1e6;
        }
    }

    private static void follow(EventFeed feed) {
        try {
            while (!feed.isEnded()) {
                var _ = feed.next(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }
}
