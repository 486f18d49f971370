package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.Spent;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The execution of a node inside that of an agent. What it reports is told by the agent's record of the call, so that
/// nothing stands in the agent's story that the agent did not do.
final class Inner implements ActivityCall {

    private final ToolCall call;
    private final NodeCall node;

    Inner(ToolCall call, WorkflowNode node, JsonObject inputs) {
        this.call = call;
        NodeCall around = call.within().node();
        this.node = new NodeCall(
                node,
                around.ordinal(),
                around.attempt(),
                inputs,
                around.variables(),
                JsonObject.EMPTY,
                around.configurable(),
                around.transcript(),
                around.at());
    }

    @Override
    public NodeCall node() {
        return node;
    }

    @Override
    public String tenant() {
        return call.within().tenant();
    }

    @Override
    public String invocationId() {
        return call.idempotencyKey();
    }

    @Override
    public Spent spent(@Nullable String agentId) {
        return call.within().spent(agentId);
    }

    @Override
    public JsonObject promptDefaults() {
        return call.within().promptDefaults();
    }

    @Override
    public boolean isUnwanted() {
        return call.within().isUnwanted();
    }

    @Override
    public Optional<Instant> deadline() {
        return call.within().deadline();
    }

    @Override
    public Hook onCancel(AutoCloseable resource) {
        return call.within().onCancel(resource);
    }

    @Override
    public void report(ActivityFact fact) {
        // What was paid for is paid for.
        if (fact instanceof AgentFact.ProviderUsage) {
            call.within().report(fact);
        }
    }

    @Override
    public void report(AgentFact.ProviderUsage usage, Exchange exchange) {
        call.within().report(usage, exchange);
    }

    @Override
    public void report(ActivityFact fact, HostEvent cause) {
        // Told by the record of the call.
    }

    @Override
    public Carried carried() {
        return call.within().carried();
    }

    /// What the agent's own node sees. A tool reads it; what is remembered of a call is the agent's to write.
    @Override
    public Memory memory() {
        Memory seen = call.within().memory();
        return new Memory() {
            @Override
            public List<MemoryEntry> list(String ref, int limit, @Nullable String tag) {
                return seen.list(ref, limit, tag);
            }

            @Override
            public Optional<MemoryEntry> get(String ref, String id) {
                return seen.get(ref, id);
            }

            @Override
            public MemoryEntry write(String ref, MemoryDraft draft) {
                throw new IllegalStateException("a tool has no memory of its own");
            }
        };
    }

    @Override
    public void show(String kind, JsonValue content) {
        call.within().show(kind, content);
    }

    @Override
    public void progress(String message, @Nullable JsonValue progress) {
        call.within().progress(message, progress);
    }

    @Override
    public JsonValue withoutSecrets(JsonValue value) {
        return call.within().withoutSecrets(value);
    }
}
