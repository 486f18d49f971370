package dev.waybill.app.reliability;

import dev.waybill.agents.Outside;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.app.host.Hosts;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.host.wiring.Assembly;
import dev.waybill.host.wiring.StandardNodes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/// A production host with models, tools, supervisors and critics, all of which it asks over HTTP. As a program it works
/// until it is killed, and starts a loop, or answers one, if it is told to.
final class LoopNode implements DefinitionSource, Trouble, AutoCloseable {

    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;
    private final Map<String, WorkflowDefinition> known = new LinkedHashMap<>();

    /// @param place a data directory, or the URL of a database
    /// @param outside where the model, the worker and the tool are
    LoopNode(String place, String outside) {
        know("""
                {'id':'worker','name':'w','version':'1','nodes':[
                 {'id':'work','typeId':'core.openwop.http.fetch','config':{'url':'OUT/worker'}},
                 {'id':'tool','typeId':'core.openwop.http.fetch','config':{'url':'OUT/tool'}}],
                 'edges':[{'id':'e','sourceNodeId':'work','targetNodeId':'tool'}]}""".replace("OUT", outside));
        for (String critic : List.of("critic", "judge")) {
            know("""
                    {'id':'WHO','name':'c','version':'1','nodes':[
                     {'id':'look','typeId':'core.openwop.http.fetch','config':{'url':'OUT/WHO'}},
                     {'id':'say','typeId':'core.identity','inputs':{'verdict':{'type':'static','value':'pass'}}}],
                     'edges':[{'id':'e','sourceNodeId':'look','targetNodeId':'say'}]}""".replace("OUT", outside).replace("WHO", critic));
        }
        know("""
                {'id':'planned','name':'p','version':'1','nodes':[
                 {'id':'plan','typeId':'core.orchestrator.supervisor','config':{
                  'prompt':'Decide.','model':'far/m','verifier':{'workflow':'judge'}}},
                 {'id':'act','typeId':'core.dispatch','config':{'verifier':{'workflow':'critic'}}}]}""");
        this.store = BusyHost.open(place);
        ExecutorService threads = HostLoop.threads();
        this.host = new Assembly(
                        types(outside),
                        Limits.DEFAULT,
                        BusyHost.KEYS,
                        new HostSettings("loop", ReceiptPolicy.DEFAULT, ClaimScope.ALL, BusyHost.SHORT_LEASE, "test"),
                        this,
                        InstantSource.system())
                .on(store, threads, this);
        this.loop = new HostLoop(host, threads, problem -> System.err.println(problem.getMessage()));
    }

    private static NodeTypes types(String outside) {
        Outside there = new Outside(
                new Egress(new EgressRules(List.of(), true)),
                json("{'far':{'wire':'openai-chat','url':'%s','models':['m'],'stream':false}}".formatted(outside)),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                text -> text);
        return new StandardNodes(there, () -> AgentRegistry.EMPTY, JsonObject.EMPTY, InstantSource.system())
                .with(UnaryOperator.identity());
    }

    private void know(String text) {
        WorkflowDefinition definition = definition(text);
        known.put(definition.id(), definition);
    }

    private static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    private static WorkflowDefinition definition(String text) {
        return switch (DefinitionReader.read(json(text))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(bad.errors().toString());
        };
    }

    /// @param args the place, the address of what is outside, and `start` for one that starts a loop, or `answer` and a
    ///     run for one that answers it
    static void main(String... args) throws InterruptedException {
        LoopNode node = new LoopNode(args[0], args[1]);
        System.out.println("ready " + node.host.process().value());
        if (args.length > 3) {
            node.answer(new RunId(args[3]));
        } else if (args.length > 2) {
            WorkflowDefinition planned = Objects.requireNonNull(node.known.get("planned"));
            System.out.println(
                    "started " + node.host.start(Hosts.OPERATOR, StartRequest.of(planned, JsonObject.EMPTY)));
        }
        System.out.flush();
        Thread.sleep(Duration.ofMinutes(10));
    }

    /// What people say.
    void answer(RunId run) {
        JsonObject answers = json("{'answers':{'q':'blue'}}");
        host.tell(Hosts.OPERATOR, run, at -> new Command.Answer(at, "act", answers, "ada", true));
    }

    RunHost host() {
        return host;
    }

    RunStore store() {
        return store;
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return Optional.ofNullable(known.get(id));
    }

    @Override
    public void lateOutcome(RunId run, String nodeId) {
        System.err.println("late " + run + " " + nodeId);
    }

    @Override
    public void storeFailed(RunId run, StoreException problem) {
        System.err.println(problem.getMessage());
    }

    @Override
    public void runFailed(RunId run, RuntimeException problem) {
        problem.printStackTrace();
    }

    @Override
    public void close() {
        loop.close();
        store.close();
    }
}
