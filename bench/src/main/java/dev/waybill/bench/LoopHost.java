package dev.waybill.bench;

import dev.waybill.agents.Outside;
import dev.waybill.agents.live.AgentLimits;
import dev.waybill.agents.live.LiveAgents;
import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// A host that works as `waybill serve` does, and a loop whose supervisor asks the mock model.
final class LoopHost implements DefinitionSource, AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;
    private final WorkflowDefinition worker =
            definition("{'id':'worker','name':'w','version':'1','nodes':[{'id':'work','typeId':'core.noop'}]}");
    private final WorkflowDefinition planned = definition("""
            {'id':'planned','name':'p','version':'1','nodes':[
             {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'prompt':'Go on.','model':'mock/mock'}},
             {'id':'act','typeId':'core.dispatch','config':{}}]}""");

    LoopHost(RunStore store) {
        this.store = store;
        SecureRandom random = new SecureRandom();
        Outside outside = new Outside(
                new Egress(EgressRules.USUAL), JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, text -> text);
        LiveAgents agents =
                new LiveAgents(outside, () -> AgentRegistry.EMPTY, JsonObject.EMPTY, List.of(), InstantSource.system());
        ExecutorService threads = HostLoop.threads();
        this.host = new RunHost(
                store,
                agents.knowing(NodeTypes.core().with(agents.nodes(AgentLimits.MOST))),
                new Limits(10_000_000, 10_000_000),
                this,
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
        this.loop = new HostLoop(host, threads, failure -> {
            throw failure;
        });
    }

    private static WorkflowDefinition definition(String json) {
        JsonObject document = JsonReader.read(json.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(bad.errors().toString());
        };
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return id.equals(worker.id()) ? Optional.of(worker) : Optional.empty();
    }

    RunHost runs() {
        return host;
    }

    /// A loop of so many turns and one that ends it.
    RunId loop(int turns) throws InterruptedException {
        List<JsonValue> program = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            program.add(said("{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"worker\"]}"));
        }
        program.add(said("{\"kind\":\"terminate\",\"reason\":\"enough\"}"));
        MockPrograms.here().stage("plan", new JsonArray(program));
        RunId run = host.start(BenchHost.CALLER, StartRequest.of(planned, JsonObject.EMPTY));
        await(run);
        return run;
    }

    private static JsonObject said(String decision) {
        return JsonObject.builder().put("content", decision).build();
    }

    void await(RunId run) throws InterruptedException {
        while (!store.run(run).orElseThrow().projection().status().isTerminal()) {
            long stamp = store.changes().stamp();
            store.changes().await(stamp, LOOK);
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
