package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.postgres.PostgresStore;
import dev.waybill.store.sqlite.SqliteStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/// How fast whole runs go: decided, signed, durable, step by step.
final class RunBenchmark implements Benchmark {

    private static final int MANY = 64;

    /// Loops of these rounds make histories of about so many events each.
    private static final int SHORT_HISTORY = 100;

    private static final int LOADED_HISTORY = 10_000;
    private static final int LONG_HISTORY = 100_000;

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String question() {
        return "steps per second of a workflow of 10 activities, against a bare loop of INSERT and COMMIT on SQLite;"
                + " forks and cold loads of long runs";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        try (RunStore sqlite = SqliteStore.open(directory);
                var bare = new BareInserts(directory.resolve("bare.db"));
                EmbeddedPostgres server = EmbeddedPostgres.builder().start();
                RunStore postgres = PostgresStore.open(server.getJdbcUrl("postgres", "postgres"))) {
            steps(effort, "SQLite", sqlite, bare, figures);
            steps(effort, "PostgreSQL", postgres, bare, figures);
            histories(effort, sqlite, figures);
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static void steps(Effort effort, String where, RunStore store, BareInserts bare, Consumer<Figure> figures) {
        for (ReceiptPolicy receipts : new ReceiptPolicy[] {ReceiptPolicy.OFF, ReceiptPolicy.DEFAULT}) {
            BenchHost host = new BenchHost(store, receipts);
            String how = receipts.issue() ? "with receipts" : "without receipts";
            for (int writers : new int[] {1, MANY}) {
                Duel duel = Duel.run(effort, writers, () -> host::tenSteps, 1, () -> bare);
                figures.accept(new Figure(
                        "%s, %s, %d at once".formatted(where, how, writers),
                        String.format(Locale.ROOT, "%,.0f steps/s", duel.subject() * BenchHost.STEPS),
                        Figure.perSecond(duel.yardstick()),
                        duel.ratio() * BenchHost.STEPS,
                        Figure.INFORMATIVE));
            }
        }
    }

    private static void histories(Effort effort, RunStore store, Consumer<Figure> figures) {
        BenchHost host = new BenchHost(store, ReceiptPolicy.OFF);
        int longest = Math.min(LONG_HISTORY, effort.items());
        RunId shortRun = host.history(Math.min(SHORT_HISTORY, effort.items()));
        RunId longRun = host.history(longest);
        BenchHost creator = new BenchHost(store, ReceiptPolicy.OFF, _ -> {});
        Duel forks = Duel.run(effort, 1, () -> () -> fork(creator, longRun), () -> () -> fork(creator, shortRun));
        figures.accept(Figure.of(
                "fork of a run of %,d events against %,d".formatted(longest, SHORT_HISTORY),
                forks,
                new Target.AtLeast(0.8)));
        int loaded = Math.min(LOADED_HISTORY, effort.items());
        RunId run = host.history(loaded);
        Duel loads = Duel.run(
                effort.withTurns(Math.min(effort.rounds(), 15)),
                1,
                () -> () -> host.coldLoad(run),
                () -> () -> host.rows(run));
        figures.accept(new Figure(
                "cold load of %,d events against reading the rows".formatted(loaded),
                String.format(Locale.ROOT, "%.1f ms", 1_000 / loads.subject()),
                String.format(Locale.ROOT, "%.1f ms", 1_000 / loads.yardstick()),
                loads.ratio(),
                Figure.INFORMATIVE));
    }

    private static Object fork(BenchHost host, RunId run) {
        return host.fork(run, ForkMode.BRANCH, JsonObject.EMPTY);
    }
}
