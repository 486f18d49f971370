package dev.waybill.bench;

import dev.waybill.app.host.Hosts;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.host.wiring.Assembly;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.EnvelopePolicy;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A production host on SQLite in a small heap, all of whose runs wait for an approval.
final class WaitingProcess implements AutoCloseable {

    private static final int STARTERS = 16;
    private static final int MOST_ANSWERS = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final WorkflowDefinition gate = BenchHost.gate();
    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;

    private WaitingProcess(Path directory) {
        SecureRandom random = new SecureRandom();
        store = SqliteStore.open(directory);
        ExecutorService threads = HostLoop.threads();
        host = new Assembly(
                        NodeTypes.core(),
                        Limits.DEFAULT,
                        new HostKeys(
                                List.of(SigningKey.generate(random)), "https://bench.example", random.generateSeed(32)),
                        Hosts.settings("bench", ReceiptPolicy.DEFAULT, ClaimScope.ALL, EnvelopePolicy.DEFAULT),
                        DefinitionSource.NONE,
                        InstantSource.system())
                .on(store, threads, Trouble.THROWN);
        loop = new HostLoop(host, threads, problem -> System.err.println(problem.getMessage()));
    }

    /// @param args the data directory and how many runs
    public static void main(String... args) throws Exception {
        Providers.install();
        int count = Integer.parseInt(args[1]);
        try (WaitingProcess process = new WaitingProcess(Path.of(args[0]))) {
            System.out.println(process.measure(count));
        }
    }

    private JsonObject measure(int count) throws Exception {
        List<RunId> first = start(STARTERS);
        await(first, RunStatus.WAITING_APPROVAL);
        HeapWatch heap = HeapWatch.start();
        long before = kept();
        List<RunId> runs = start(count);
        await(runs, RunStatus.WAITING_APPROVAL);
        long with = kept();
        List<RunId> answered = some(runs);
        answered.forEach(this::accept);
        int completed = await(answered, RunStatus.COMPLETED);
        return JsonObject.builder()
                .put("kept_before", before)
                .put("kept_with_runs", with)
                .put("most_used", Math.max(heap.mostUsed(), with))
                .put("answered", answered.size())
                .put("completed", completed)
                .build();
    }

    private List<RunId> start(int count) throws InterruptedException, ExecutionException {
        List<Future<RunId>> started = new ArrayList<>();
        try (ExecutorService starters = Executors.newFixedThreadPool(STARTERS)) {
            for (int i = 0; i < count; i++) {
                started.add(
                        starters.submit(() -> host.start(BenchHost.CALLER, StartRequest.of(gate, JsonObject.EMPTY))));
            }
        }
        List<RunId> runs = new ArrayList<>();
        for (Future<RunId> run : started) {
            runs.add(run.get());
        }
        return runs;
    }

    /// Spread over all of them.
    private static List<RunId> some(List<RunId> runs) {
        List<RunId> some = new ArrayList<>();
        int step = Math.max(1, runs.size() / MOST_ANSWERS);
        for (int i = 0; i < runs.size(); i += step) {
            some.add(runs.get(i));
        }
        return some;
    }

    private void accept(RunId run) {
        JsonObject yes = JsonObject.EMPTY.with("action", new JsonString("accept"));
        host.tell(BenchHost.CALLER, run, at -> new Command.Answer(at, "gate", yes, "bench", false));
    }

    /// @return how many have the status; all, unless patience ends first
    private int await(List<RunId> runs, RunStatus status) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        int next = 0;
        while (next < runs.size() && Instant.now().isBefore(end)) {
            if (store.run(runs.get(next)).orElseThrow().projection().status() == status) {
                next++;
            } else {
                Thread.sleep(10);
            }
        }
        return next;
    }

    /// What survives a collection.
    private static long kept() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Override
    public void close() {
        loop.close();
        store.close();
    }
}
