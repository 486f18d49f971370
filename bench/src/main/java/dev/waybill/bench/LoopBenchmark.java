package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// A long loop of a supervisor that asks a model, turn by turn, and the same loop replayed.
final class LoopBenchmark implements Benchmark {

    private static final int TURNS = 1_000;
    private static final int SOME = 100;
    private static final int WARM_UP = 200;

    @Override
    public String name() {
        return "loop";
    }

    @Override
    public String question() {
        return "turns of a loop of 1,000 in which the mock model decides and a worker works, with receipts on SQLite:"
                + " the last 100 against the first 100, in time and in bytes; its replay against itself";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        int turns = Math.min(TURNS, Math.max(2 * SOME, effort.items() / 100));
        Path directory = Files.createTempDirectory("waybill-bench");
        try (RunStore store = SqliteStore.open(directory);
                LoopHost host = new LoopHost(store)) {
            host.loop(WARM_UP);
            long began = System.nanoTime();
            RunId run = host.loop(turns);
            double live = seconds(began);
            Turns all = Turns.of(store, run);
            figures.accept(new Figure(
                    "loop of %,d turns, %,d events".formatted(turns, all.events()),
                    String.format(Locale.ROOT, "%,.0f turns/s", turns / live),
                    "",
                    turns / live,
                    Figure.INFORMATIVE));
            figures.accept(new Figure(
                    "time of the last 100 turns against the first 100",
                    String.format(Locale.ROOT, "%.2f ms", all.millis(turns - SOME, turns)),
                    String.format(Locale.ROOT, "%.2f ms", all.millis(0, SOME)),
                    all.millis(turns - SOME, turns) / all.millis(0, SOME),
                    new Target.Below(1.3)));
            figures.accept(new Figure(
                    "bytes of the last 100 turns against the first 100",
                    String.format(Locale.ROOT, "%,.0f bytes", all.bytes(turns - SOME, turns)),
                    String.format(Locale.ROOT, "%,.0f bytes", all.bytes(0, SOME)),
                    all.bytes(turns - SOME, turns) / all.bytes(0, SOME),
                    new Target.Below(1.3)));
            long again = System.nanoTime();
            host.await(host.runs().fork(BenchHost.CALLER, run, 0, ForkMode.CHECK, JsonObject.EMPTY));
            double replayed = seconds(again);
            figures.accept(new Figure(
                    "replay of %,d events against the live run".formatted(all.events()),
                    String.format(Locale.ROOT, "%,.0f events/s", all.events() / replayed),
                    String.format(Locale.ROOT, "%,.0f events/s", all.events() / live),
                    live / replayed,
                    new Target.AtLeast(5)));
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    /// When each turn began, and how many bytes were stored until then.
    private record Turns(List<Instant> begins, List<Long> stored, long events) {

        static Turns of(RunStore store, RunId run) {
            List<Instant> begins = new ArrayList<>();
            List<Long> stored = new ArrayList<>();
            long bytes = 0;
            List<StoredEvent> all = store.events(run, 0, Integer.MAX_VALUE);
            for (StoredEvent event : all) {
                Event decoded = EventCodec.decode(run, event);
                if (decoded.fact() instanceof OrchestratorFact.Decided) {
                    begins.add(decoded.timestamp());
                    stored.add(bytes);
                }
                byte[] hidden = event.privatePart();
                bytes += event.publicPart().length + (hidden == null ? 0 : hidden.length);
            }
            return new Turns(begins, stored, all.size());
        }

        /// Of one turn, on average.
        double millis(int from, int to) {
            return Duration.between(begins.get(from), begins.get(to)).toNanos() / 1e6 / (to - from);
        }

        double bytes(int from, int to) {
            return (stored.get(to) - stored.get(from)) / (double) (to - from);
        }
    }
}
