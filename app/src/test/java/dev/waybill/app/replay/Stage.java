package dev.waybill.app.replay;

import dev.waybill.agents.Outside;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.StandardNodes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A production host with all node types and the mock model, whose time and whose order of tasks one seed decides.
final class Stage implements InstantSource, DefinitionSource, Trouble, AutoCloseable {

    private static final List<RunStatus> OPEN =
            Stream.of(RunStatus.values()).filter(status -> !status.isTerminal()).toList();

    static final Caller ACME = new Caller("acme", "ada", Scope.ALL);

    private final Random random;
    private final List<Runnable> tasks = new ArrayList<>();
    private final Map<String, WorkflowDefinition> definitions = new LinkedHashMap<>();
    private final RunStore store;
    private final RunHost host;
    private Instant now;

    Stage(RunStore store, Random random, Instant now) {
        this.store = store;
        this.random = random;
        this.now = now;
        this.host = new RunHost(
                store,
                types(this),
                Limits.DEFAULT,
                this,
                Notary.NONE,
                new HostSettings("stage", ReceiptPolicy.OFF, ClaimScope.ALL, Duration.ofSeconds(10), "1"),
                this,
                random,
                tasks::add,
                this);
    }

    static NodeTypes types(InstantSource clock) {
        Outside outside = new Outside(
                new Egress(EgressRules.USUAL), JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, text -> text);
        return new StandardNodes(
                        outside,
                        () -> AgentRegistry.EMPTY,
                        JsonObject.EMPTY,
                        clock,
                        UnaryOperator.identity(),
                        outside.egress())
                .with(UnaryOperator.identity());
    }

    static JsonObject json(String text) {
        return JsonReader.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// @param text with single quotes
    WorkflowDefinition knows(String text) {
        WorkflowDefinition definition = switch (DefinitionReader.read(json(text))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalArgumentException(bad.errors() + " in " + text);
        };
        definitions.put(definition.id(), definition);
        return definition;
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return Optional.ofNullable(definitions.get(id));
    }

    @Override
    public Instant instant() {
        return now;
    }

    RunHost host() {
        return host;
    }

    RunStore store() {
        return store;
    }

    RunState state(RunId run) {
        return host.state(ACME, run);
    }

    /// Everybody does what there is to do, in any order, until a run and all others have ended.
    void playOut() {
        for (int round = 0; round < 2_000; round++) {
            settle();
            List<RunId> open = open();
            if (open.isEmpty()) {
                return;
            }
            RunId one = open.get(random.nextInt(open.size()));
            answer(one);
            now = now.plusMillis(random.nextInt(700));
        }
        throw new AssertionError(
                "never ends: " + open().stream().map(this::state).toList());
    }

    void settle() {
        host.heartbeat();
        host.poll();
        while (!tasks.isEmpty()) {
            tasks.remove(random.nextInt(tasks.size())).run();
        }
    }

    private List<RunId> open() {
        return store.runs(RunQuery.where().statuses(OPEN).newest(10_000)).stream()
                .map(StoredRun::header)
                .map(header -> header.runId())
                .toList();
    }

    private void answer(RunId run) {
        for (Interrupt open : state(run).interrupts().values()) {
            List<String> answers = open.data().has("questions")
                    ? List.of("{'answers':{'q':'blue'}}")
                    : List.of("{'action':'accept'}", "{'action':'accept'}", "{'action':'reject'}");
            JsonObject said = json(answers.get(random.nextInt(answers.size())));
            try {
                host.tell(ACME, run, at -> new Command.Answer(at, open.id(), said, "ada", true));
            } catch (Refused notThat) {
                host.tell(ACME, run, at -> new Command.Cancel(at, "nobody knows the answer", "ada"));
            }
            return;
        }
    }

    @Override
    public void lateOutcome(RunId run, String nodeId) {}

    @Override
    public void storeFailed(RunId run, StoreException problem) {
        throw problem;
    }

    @Override
    public void runFailed(RunId run, RuntimeException problem) {
        throw problem;
    }

    @Override
    public void close() {
        host.close();
    }
}
