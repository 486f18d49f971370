package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/// A host whose runs go on in the caller's thread, so that a run is over when its start returns.
final class BenchHost {

    static final int STEPS = 10;
    static final Caller CALLER = new Caller("bench", "bench", Scope.ALL);

    private static final int EVENTS_A_ROUND = 2;

    private final RunStore store;
    private final RunHost host;
    private final WorkflowDefinition tenSteps = definition(chain("bench.step", STEPS), "", STEPS);

    BenchHost(RunStore store, ReceiptPolicy receipts) {
        this(store, receipts, Runnable::run);
    }

    /// @param threads who lets runs go on; nobody, where only their creation counts
    BenchHost(RunStore store, ReceiptPolicy receipts, Executor threads) {
        this(store, receipts, threads, ClaimScope.OWN);
    }

    BenchHost(RunStore store, ReceiptPolicy receipts, Executor threads, ClaimScope scope) {
        this(store, receipts, threads, scope, List.of());
    }

    /// @param more node types besides
    BenchHost(RunStore store, ReceiptPolicy receipts, Executor threads, ClaimScope scope, List<Activity> more) {
        List<NodeType> all = new ArrayList<>(List.of(new Step()));
        all.addAll(more);
        this.store = store;
        SecureRandom random = new SecureRandom();
        Notary notary = receipts.issue()
                ? new StoreNotary(
                        store,
                        new Sealer(new HostKeys(
                                List.of(SigningKey.generate(random)),
                                "https://bench.example",
                                random.generateSeed(32))))
                : Notary.NONE;
        this.host = new RunHost(
                store,
                NodeTypes.core().and(all),
                new Limits(10_000_000, 10_000_000),
                DefinitionSource.NONE,
                notary,
                new HostSettings("bench", receipts, scope, HostSettings.DEFAULT_LEASE, "bench"),
                InstantSource.system(),
                random,
                threads,
                Trouble.THROWN);
    }

    /// Lets the host claim and be alive by itself, until it is closed.
    HostLoop loop() {
        return new HostLoop(host, HostLoop.threads(), failure -> {
            throw failure;
        });
    }

    RunHost host() {
        return host;
    }

    /// One question to a person.
    static WorkflowDefinition gate() {
        return single("gate", "core.approvalGate");
    }

    /// A workflow of one node.
    static WorkflowDefinition single(String id, String type) {
        return definition(List.of(node(id, type)), "", 1);
    }

    Object tenSteps() {
        return host.start(CALLER, StartRequest.of(tenSteps, JsonObject.EMPTY));
    }

    /// A finished run of about so many events: a node that loops.
    RunId history(int events) {
        int rounds = Math.max(1, events / EVENTS_A_ROUND);
        WorkflowDefinition loop = definition(
                List.of(node("a", "core.noop")),
                "{\"id\":\"again\",\"sourceNodeId\":\"a\",\"targetNodeId\":\"a\"}",
                rounds);
        return host.start(CALLER, StartRequest.of(loop, JsonObject.EMPTY));
    }

    RunId fork(RunId run, ForkMode mode, JsonObject overlay) {
        return host.fork(CALLER, run, store.run(run).orElseThrow().head() - 1, mode, overlay);
    }

    Object coldLoad(RunId run) {
        RunState state = host.reader(CALLER).fold(store.run(run).orElseThrow().header(), Long.MAX_VALUE);
        return state.head();
    }

    Object rows(RunId run) {
        return store.events(run, 0, Integer.MAX_VALUE).size();
    }

    private static List<String> chain(String type, int count) {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(node("n" + i, type));
        }
        return nodes;
    }

    private static String node(String id, String type) {
        return "{\"id\":\"%s\",\"typeId\":\"%s\",\"name\":\"%s\",\"position\":{\"x\":0,\"y\":0},\"config\":{},\"inputs\":{}}"
                .formatted(id, type, id);
    }

    private static WorkflowDefinition definition(List<String> nodes, String edges, int rounds) {
        List<String> all = new ArrayList<>();
        if (!edges.isEmpty()) {
            all.add(edges);
        }
        for (int i = 1; i < nodes.size(); i++) {
            all.add("{\"id\":\"e%d\",\"sourceNodeId\":\"n%d\",\"targetNodeId\":\"n%d\"}".formatted(i, i - 1, i));
        }
        String json =
                "{\"id\":\"bench\",\"name\":\"bench\",\"version\":\"1\",\"nodes\":[%s],\"edges\":[%s],\"triggers\":[],\"variables\":[],\"metadata\":{},\"settings\":{\"timeout\":0,\"maxLoopbackIterations\":%d}}"
                        .formatted(String.join(",", nodes), String.join(",", all), rounds);
        JsonObject document =
                JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow();
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(bad.errors().toString());
        };
    }

    /// Work that takes no time, so that what is left is ours.
    private static final class Step implements Activity {
        @Override
        public String typeId() {
            return "bench.step";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            return NodeResult.done(JsonObject.EMPTY);
        }
    }
}
