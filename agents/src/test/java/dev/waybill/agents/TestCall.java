package dev.waybill.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Spent;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One execution of an activity without a host: what a test says about it, and what the activity reports.
public final class TestCall implements ActivityCall {

    private final NodeCall node;
    private final List<ActivityFact> facts = Collections.synchronizedList(new ArrayList<>());
    private final List<HostEvent> causes = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Spent> spent = new LinkedHashMap<>();
    private String tenant = "local";
    private Carried carried = Carried.NOTHING;
    private @Nullable Instant deadline;
    private String secret = "";
    private boolean cancelled;
    private @Nullable Memory memory;

    public TestCall(WorkflowNode node, JsonObject inputs, int attempt) {
        this(node, inputs, attempt, JsonObject.EMPTY);
    }

    private TestCall(WorkflowNode node, JsonObject inputs, int attempt, JsonObject configurable) {
        this.node = new NodeCall(
                node,
                1,
                attempt,
                inputs,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                configurable,
                JsonArray.EMPTY,
                Instant.parse("2026-11-17T10:00:00Z"));
    }

    public static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    public static TestCall of(Activity activity, String config, String inputs) {
        return of(activity, json(config), json(inputs), 1);
    }

    public static TestCall of(Activity activity, JsonObject config, JsonObject inputs, int attempt) {
        return new TestCall(node(activity.typeId(), config), inputs, attempt);
    }

    /// @param configurable what whoever started the run asks for
    public static TestCall of(String typeId, JsonObject config, JsonObject inputs, JsonObject configurable) {
        return new TestCall(node(typeId, config), inputs, 1, configurable);
    }

    /// Of a node that nothing is said about.
    public static TestCall any() {
        return of("core.ai.chatCompletion", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
    }

    private static WorkflowNode node(String typeId, JsonObject config) {
        JsonObject document = JsonObject.builder()
                .put("id", "w")
                .put("name", "W")
                .put("version", "1.0.0")
                .put(
                        "nodes",
                        JsonArray.of(JsonObject.builder()
                                .put("id", "ask")
                                .put("typeId", typeId)
                                .put("config", config)
                                .put("agent", JsonObject.of("agentId", "local.test.desk.agent"))
                                .build()))
                .build();
        return ((Read.Ok) DefinitionReader.read(document)).definition().nodes().getFirst();
    }

    public TestCall ofTenant(String other) {
        tenant = other;
        return this;
    }

    /// @param agentId null for what the whole run has used
    public TestCall having(@Nullable String agentId, Spent before) {
        spent.put(String.valueOf(agentId), before);
        return this;
    }

    public TestCall carrying(Carried along) {
        carried = along;
        return this;
    }

    public TestCall until(Instant moment) {
        deadline = moment;
        return this;
    }

    public TestCall remembering(Memory seen) {
        memory = seen;
        return this;
    }

    public TestCall hiding(String text) {
        secret = text;
        return this;
    }

    /// What it comes to. What it gives must be what its type says.
    public NodeResult run(Activity activity) throws Exception {
        NodeResult result = activity.execute(this);
        if (result instanceof NodeResult.Done done) {
            assertThat(JsonSchema.compile(activity.manifest().outputs())
                            .validate(done.outputs(), StepBudget.of(10_000_000)))
                    .isEmpty();
        }
        return result;
    }

    public JsonObject outputs(Activity activity) throws Exception {
        NodeResult result = run(activity);
        assertThat(result).isInstanceOf(NodeResult.Done.class);
        return ((NodeResult.Done) result).outputs();
    }

    public String error(Activity activity) throws Exception {
        return ((NodeResult.Failed) run(activity)).error().code();
    }

    public void cancel() throws Exception {
        List<AutoCloseable> all;
        synchronized (this) {
            cancelled = true;
            all = List.copyOf(open);
        }
        for (AutoCloseable each : all) {
            each.close();
        }
    }

    public List<ActivityFact> facts() {
        return facts;
    }

    public List<HostEvent> causes() {
        return causes;
    }

    /// Whether somebody waits to be told that nobody wants it any more.
    public synchronized boolean isHeld() {
        return !open.isEmpty();
    }

    @Override
    public NodeCall node() {
        return node;
    }

    @Override
    public String tenant() {
        return tenant;
    }

    @Override
    public Spent spent(@Nullable String agentId) {
        return spent.getOrDefault(String.valueOf(agentId), Spent.NOTHING);
    }

    @Override
    public String invocationId() {
        return "the-same-each-time";
    }

    @Override
    public Optional<Instant> deadline() {
        return Optional.ofNullable(deadline);
    }

    @Override
    public synchronized boolean isUnwanted() {
        return cancelled;
    }

    @Override
    public synchronized Hook onCancel(AutoCloseable resource) {
        if (cancelled) {
            throw new IllegalStateException("cancelled already");
        }
        open.add(resource);
        return () -> {
            synchronized (this) {
                open.remove(resource);
            }
        };
    }

    @Override
    public void report(ActivityFact fact) {
        facts.add(fact);
    }

    @Override
    public void report(ActivityFact fact, HostEvent cause) {
        facts.add(fact);
        causes.add(cause);
    }

    @Override
    public JsonValue withoutSecrets(JsonValue value) {
        return secret.isEmpty()
                ? value
                : JsonReader.read(value.toString().replace(secret, "[REDACTED:it]"), JsonLimits.DOCUMENT);
    }

    @Override
    public Carried carried() {
        return carried;
    }

    @Override
    public Memory memory() {
        if (memory == null) {
            throw new UnsupportedOperationException();
        }
        return memory;
    }

    @Override
    public void show(String kind, JsonValue content) {
        shown.add(kind + " " + content);
    }

    /// What whoever watches has seen.
    public List<String> shown() {
        return List.copyOf(shown);
    }

    @Override
    public void progress(String message, @Nullable JsonValue progress) {}
}
