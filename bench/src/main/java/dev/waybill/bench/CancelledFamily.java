package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A run that called others which called others, and all wait for somebody: what it takes to cancel it.
final class CancelledFamily implements AutoCloseable {

    /// @param begun from the start until everybody waits
    /// @param ended from the cancel to the end of the first run, which is the last to end
    record Times(Duration begun, Duration ended) {}

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration GLANCE = Duration.ofMillis(5);

    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;
    private final int branches;
    private final int leaves;
    private final Map<String, WorkflowDefinition> known = new TreeMap<>();

    CancelledFamily(RunStore store, int branches, int leaves) {
        this.store = store;
        this.branches = branches;
        this.leaves = leaves;
        SecureRandom random = new SecureRandom();
        ExecutorService threads = HostLoop.threads();
        this.host = new RunHost(
                store,
                NodeTypes.core(),
                Limits.DEFAULT,
                source(),
                new StoreNotary(
                        store,
                        new Sealer(new HostKeys(
                                List.of(SigningKey.generate(random)),
                                "https://bench.example",
                                random.generateSeed(32)))),
                new HostSettings("bench", ReceiptPolicy.DEFAULT, ClaimScope.ALL, HostSettings.DEFAULT_LEASE, "bench"),
                InstantSource.system(),
                random,
                threads,
                Trouble.THROWN);
        this.loop = new HostLoop(host, threads, problem -> {
            throw problem;
        });
    }

    private DefinitionSource source() {
        known.put("leaf", definition("leaf", List.of("{\"id\":\"gate\",\"typeId\":\"core.approvalGate\"}")));
        known.put("branch", calling("branch", "leaf", leaves));
        return id -> Optional.ofNullable(known.get(id));
    }

    int runs() {
        return 1 + branches + branches * leaves;
    }

    Times cancel() throws InterruptedException {
        long start = System.nanoTime();
        RunId first =
                host.start(BenchHost.CALLER, StartRequest.of(calling("first", "branch", branches), JsonObject.EMPTY));
        while (waiting() < branches * leaves) {
            Thread.sleep(PAUSE);
        }
        long cancel = System.nanoTime();
        host.tell(BenchHost.CALLER, first, at -> new Command.Cancel(at, "bench", null));
        while (!store.heads(List.of(first)).getFirst().terminal()) {
            Thread.sleep(GLANCE);
        }
        return new Times(Duration.ofNanos(cancel - start), Duration.ofNanos(System.nanoTime() - cancel));
    }

    private int waiting() {
        return store.runs(RunQuery.where()
                        .statuses(List.of(RunStatus.WAITING_APPROVAL))
                        .newest(Integer.MAX_VALUE))
                .size();
    }

    private static WorkflowDefinition calling(String id, String child, int times) {
        return definition(
                id,
                IntStream.range(0, times)
                        .mapToObj(i ->
                                "{\"id\":\"n%d\",\"typeId\":\"core.subWorkflow\",\"config\":{\"workflowId\":\"%s\"}}"
                                        .formatted(i, child))
                        .toList());
    }

    private static WorkflowDefinition definition(String id, List<String> nodes) {
        String json = "{\"id\":\"%s\",\"name\":\"%s\",\"version\":\"1\",\"nodes\":[%s]}"
                .formatted(id, id, nodes.stream().collect(Collectors.joining(",")));
        return switch (DefinitionReader.read(
                JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow())) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(bad.errors().toString());
        };
    }

    @Override
    public void close() {
        loop.close();
    }
}
