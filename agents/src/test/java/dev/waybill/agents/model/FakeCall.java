package dev.waybill.agents.model;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.ActivityCall;

import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.Spent;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.workflow.NodeSettings;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An execution of a node that no host has asked for.
public final class FakeCall implements ActivityCall {

    private final NodeCall node;
    private String tenant = "local";
    private final List<ActivityFact> facts = Collections.synchronizedList(new ArrayList<>());
    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> closing = Collections.synchronizedList(new ArrayList<>());

    private FakeCall(NodeCall node) {
        this.node = node;
    }

    public static FakeCall of(String typeId, JsonObject config, JsonObject inputs, JsonObject configurable) {
        return new FakeCall(new NodeCall(
                new WorkflowNode(
                        "ask",
                        typeId,
                        "ask",
                        config,
                        new LinkedHashMap<>(),
                        false,
                        null,
                        null,
                        null,
                        null,
                        new LinkedHashSet<>(),
                        new NodeSettings(OptionalLong.empty(), RetryPolicy.NONE, null)),
                1,
                1,
                inputs,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                configurable,
                JsonArray.EMPTY,
                Instant.EPOCH));
    }

    public static FakeCall any() {
        return of("core.ai.chatCompletion", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
    }

    public FakeCall of(String other) {
        tenant = other;
        return this;
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
        return Spent.NOTHING;
    }

    @Override
    public boolean isUnwanted() {
        return false;
    }

    @Override
    public String invocationId() {
        return "invocation";
    }

    @Override
    public Optional<Instant> deadline() {
        return Optional.empty();
    }

    @Override
    public Hook onCancel(AutoCloseable resource) {
        closing.add(resource);
        return () -> closing.remove(resource);
    }

    /// Nobody waits for it any more.
    public void cancel() throws Exception {
        for (AutoCloseable each : List.copyOf(closing)) {
            each.close();
        }
    }

    public boolean isListening() {
        return !closing.isEmpty();
    }

    @Override
    public void report(ActivityFact fact) {
        facts.add(fact);
    }

    @Override
    public void report(ActivityFact fact, HostEvent cause) {
        facts.add(fact);
    }

    @Override
    public Carried carried() {
        throw new IllegalStateException("nothing goes along here");
    }

    public List<ActivityFact> facts() {
        return List.copyOf(facts);
    }

    @Override
    public Memory memory() {
        throw new IllegalStateException("no memory here");
    }

    @Override
    public void show(String kind, JsonValue content) {
        shown.add(kind + " " + content);
    }

    public List<String> shown() {
        return List.copyOf(shown);
    }

    @Override
    public void progress(String message, @Nullable JsonValue progress) {
        shown.add("progress " + message);
    }
}
