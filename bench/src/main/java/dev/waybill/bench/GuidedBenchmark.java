package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.guided.GuidedSettings;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How long an agent waits for the answer to `workflow_advance`: fold, validate, sign, commit, answer.
final class GuidedBenchmark implements Benchmark {

    static final int LONGEST = 1_000;

    static final String WORKFLOW = """
            {"id":"bench-loop","name":"Bench","description":"One step, many times","version":"1.0.0","steps":[
             {"id":"rounds","type":"loop","title":"Rounds",
              "loop":{"type":"for","count":"rounds","maxIterations":1000},
              "body":[{"id":"look","title":"Look at round {{currentIteration}}",
                       "prompt":"Look at part {{currentIteration}} of the change and write down what you see."}]}]}
            """;

    private static final double MILLION = 1e6;

    @Override
    public String name() {
        return "guided";
    }

    @Override
    public String question() {
        return "advances of one guided session on SQLite, signed, against a bare commit of as many bytes";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws IOException, SQLException {
        int steps = Math.min(LONGEST, effort.items());
        long disk = diskBytes(steps);
        Path directory = Files.createTempDirectory("waybill-bench");
        Path raw = Files.createTempDirectory("waybill-bench");
        try (RunStore store = SqliteStore.open(directory)) {
            GuidedService tools = tools(store);
            // The first sessions are for the compiler.
            walk(tools, steps, () -> {});
            walk(tools, steps, () -> {});
            try (var bare = new BareCommits(raw.resolve("bare.db"), Math.toIntExact(disk))) {
                measure(tools, steps, disk, bare, figures);
            }
        } finally {
            StoreBenchmark.delete(directory);
            StoreBenchmark.delete(raw);
        }
    }

    /// What one advance leaves on the disk: events, receipt, answer, tokens and their indexes.
    private static long diskBytes(int steps) throws IOException {
        Path directory = Files.createTempDirectory("waybill-bench");
        try {
            try (RunStore store = SqliteStore.open(directory)) {
                walk(tools(store), steps, () -> {});
            }
            return size(directory) / steps;
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static void measure(
            GuidedService tools, int steps, long bytes, BareCommits bare, Consumer<Figure> figures) {
        long[] bareTimes = new long[steps];
        int[] next = {0};
        long[] times = walk(tools, steps, () -> {
            long begin = System.nanoTime();
            bare.once();
            bareTimes[next[0]++] = System.nanoTime() - begin;
        });
        int tenth = Math.max(1, steps / 10);
        double first = median(Arrays.copyOf(times, tenth));
        double last = median(Arrays.copyOfRange(times, steps - tenth, steps));
        double all = median(times);
        double commit = median(bareTimes);
        figures.accept(new Figure(
                "the last %d of %,d advances against the first".formatted(tenth, steps),
                millis(last),
                millis(first),
                last / first,
                new Target.Below(1.2)));
        figures.accept(new Figure(
                "one advance against a bare commit of %,d bytes".formatted(bytes),
                millis(all),
                millis(commit),
                all / commit,
                new Target.Below(3)));
        figures.accept(new Figure(
                "p99 of an advance",
                millis(percentile(times, 0.99)),
                millis(percentile(bareTimes, 0.99)),
                percentile(times, 0.99) / percentile(bareTimes, 0.99),
                Figure.INFORMATIVE));
    }

    /// Goes through one session; a bare commit follows every advance, so that both see the same seconds.
    private static long[] walk(GuidedService tools, int steps, Runnable beside) {
        Client client = new Client(BenchHost.CALLER, "bench-agent", JsonObject.EMPTY);
        GuidedAnswer answer = tools.start(start(steps), client);
        long[] times = new long[steps];
        for (int i = 0; i < steps; i++) {
            JsonObject request = next(answer.structured(), i);
            long begin = System.nanoTime();
            answer = tools.advance(request, client);
            times[i] = System.nanoTime() - begin;
            beside.run();
        }
        if (answer.isError()) {
            throw new IllegalStateException(answer.text());
        }
        return times;
    }

    /// What starts a session of so many steps.
    static JsonObject start(int steps) {
        return JsonObject.builder()
                .put("workflowId", "bench-loop")
                .put("context", JsonObject.builder().put("rounds", steps).build())
                .build();
    }

    /// What acknowledges the step that an answer left pending.
    static JsonObject next(JsonObject answer, int round) {
        return JsonObject.builder()
                .put("stateToken", answer.string("stateToken").orElseThrow())
                .put("ackToken", answer.string("ackToken").orElseThrow())
                .put(
                        "context",
                        JsonObject.builder()
                                .put("notesMarkdown", "Round " + round + ": looked at the change, nothing of note.")
                                .build())
                .build();
    }

    private static GuidedService tools(RunStore store) {
        SecureRandom random = new SecureRandom();
        HostKeys keys =
                new HostKeys(List.of(SigningKey.generate(random)), "https://bench.example", random.generateSeed(32));
        GuidedRuns runs = new GuidedRuns(
                store,
                new StoreNotary(store, new Sealer(keys)),
                new HostSettings("bench", ReceiptPolicy.DEFAULT, ClaimScope.OWN, HostSettings.DEFAULT_LEASE, "bench"),
                InstantSource.system(),
                random);
        GuidedWorkflow workflow = workflow();
        GuidedCatalog catalog = new GuidedCatalog() {
            @Override
            public List<GuidedWorkflow> workflows() {
                return List.of(workflow);
            }

            @Override
            public List<Broken> broken() {
                return List.of();
            }
        };
        return new GuidedService(
                store,
                runs,
                catalog,
                new TokenKeyring(store, InstantSource.system(), random),
                GuidedSettings.DEFAULT,
                problem -> {
                    throw problem;
                });
    }

    private static GuidedWorkflow workflow() {
        JsonObject document =
                JsonReader.read(WORKFLOW, JsonLimits.DOCUMENT).asObject().orElseThrow();
        return switch (GuidedCompiler.bundled().compile(document)) {
            case GuidedRead.Ok ok -> ok.workflow();
            case GuidedRead.Bad bad ->
                throw new IllegalStateException(bad.errors().toString());
        };
    }

    private static long size(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            long sum = 0;
            for (Path file : files.toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    private static double median(long[] nanos) {
        return percentile(nanos, 0.5);
    }

    private static double percentile(long[] nanos, double part) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(part * sorted.length))];
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.2f ms", nanos / MILLION);
    }
}
