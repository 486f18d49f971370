package dev.waybill.runtime;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.flow.FlowNodes;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.runtime.trigger.ErrorDeliveries;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/// A host with its own time and no threads: tasks run when a test says so.
final class TestHost implements InstantSource, DefinitionSource, Trouble {

    static final Caller ACME = new Caller("acme", "ada", Scope.ALL);

    private final Map<String, WorkflowDefinition> definitions = new LinkedHashMap<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    final List<String> troubles = new ArrayList<>();
    final RunStore store;
    final RunHost host;
    private CommitWatch watch = CommitWatch.NONE;
    private Instant now = Instant.parse("2026-11-15T10:00:00Z");

    TestHost(RunStore store, NodeType... types) {
        this(store, Notary.NONE, types);
    }

    TestHost(RunStore store, Notary notary, NodeType... types) {
        this(store, notary, 7, types);
    }

    /// @param seed two hosts on one store need two: their names follow from it
    TestHost(RunStore store, Notary notary, long seed, NodeType... types) {
        this(store, notary, seed, EnvelopePolicy.DEFAULT, types);
    }

    TestHost(RunStore store, Notary notary, long seed, EnvelopePolicy envelope, NodeType... types) {
        this(store, notary, seed, envelope, FamilyLimits.DEFAULT, types);
    }

    TestHost(RunStore store, FamilyLimits families) {
        this(store, Notary.NONE, 7, EnvelopePolicy.DEFAULT, families);
    }

    private TestHost(
            RunStore store,
            Notary notary,
            long seed,
            EnvelopePolicy envelope,
            FamilyLimits families,
            NodeType... types) {
        this.store = store;
        this.host = new RunHost(
                store,
                FlowNodes.standard()
                        .and(List.of(types))
                        .firing(EnumSet.of(TriggerType.SCHEDULE, TriggerType.WEBHOOK, TriggerType.ERROR)),
                Limits.DEFAULT,
                this,
                notary,
                new HostSettings(
                        "test",
                        ReceiptPolicy.DEFAULT,
                        ClaimScope.ALL,
                        Duration.ofSeconds(10),
                        ActivityLimits.DEFAULT,
                        "1",
                        envelope,
                        families,
                        TenantLimits.NONE,
                        new ErrorDeliveries(store),
                        (decision, took) -> watch.committed(decision, took)),
                this,
                new Random(seed),
                tasks::add,
                this);
    }

    /// @param chosen is told of every commit before whoever made it goes on
    TestHost watchedBy(CommitWatch chosen) {
        watch = chosen;
        return this;
    }

    static WorkflowDefinition definition(String json) {
        return switch (DefinitionReader.read(json(json))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalArgumentException(bad.errors().toString());
        };
    }

    static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    TestHost knows(WorkflowDefinition definition) {
        definitions.put(definition.id(), definition);
        return this;
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return Optional.ofNullable(definitions.get(id));
    }

    @Override
    public List<String> ids() {
        return List.copyOf(definitions.keySet());
    }

    @Override
    public Instant instant() {
        return now;
    }

    RunId start(WorkflowDefinition definition, JsonObject inputs) {
        RunId run = host.start(ACME, StartRequest.of(definition, inputs));
        settle();
        return run;
    }

    /// Runs everything that can run without time passing.
    void settle() {
        while (!tasks.isEmpty() || host.poll() > 0) {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }
    }

    /// Time passes, and the host is there all the while.
    void pass(Duration time) {
        Instant end = now.plus(time);
        Duration beats = host.settings().lease().multipliedBy(2);
        if (time.isNegative()) {
            skip(time);
        } else if (time.compareTo(beats) > 0) {
            skip(time.minus(beats));
        }
        while (now.isBefore(end)) {
            Instant next = now.plus(host.settings().heartbeat());
            now = next.isBefore(end) ? next : end;
            host.heartbeat();
        }
        settle();
    }

    /// The machine sleeps, or its store is away: time passes without a beat.
    void skip(Duration time) {
        now = now.plus(time);
    }

    /// Somebody sets the machine's clock.
    void setBack(Duration time) {
        now = now.minus(time);
    }

    RunState state(RunId run) {
        return host.state(ACME, run);
    }

    List<Event> events(RunId run) {
        return store.events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event))
                .toList();
    }

    List<String> types(RunId run) {
        return events(run).stream()
                .map(event -> event.nodeId() == null ? event.type() : event.type() + " " + event.nodeId())
                .toList();
    }

    void eachTask(Consumer<Runnable> task) {
        while (!tasks.isEmpty()) {
            task.accept(tasks.remove());
        }
    }

    @Override
    public void lateOutcome(RunId run, String nodeId) {
        troubles.add("late " + nodeId);
    }

    @Override
    public void storeFailed(RunId run, StoreException problem) {
        troubles.add("store " + problem.getMessage());
    }

    @Override
    public void runFailed(RunId run, RuntimeException problem) {
        if (problem instanceof Refused refused && refused.code() == RefusalCode.CAPABILITY_REQUIRED) {
            troubles.add("node type missing");
        } else if (problem instanceof KeyLost) {
            troubles.add("key lost");
        } else {
            throw problem;
        }
    }
}
