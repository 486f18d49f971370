package dev.waybill.agents.model.again;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.Spent;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.workflow.AgentRef;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An execution that is only asked about again: nothing of it is recorded, and nobody waits for it.
final class CallAgain implements ActivityCall {

    private final RunState run;
    private final NodeCall node;
    private final SpentAgain spent;

    CallAgain(RunState run, String nodeId, int ordinal, int attempt, SpentAgain spent) {
        this.run = run;
        this.spent = spent;
        this.node = new NodeCall(
                run.definition(nodeId),
                ordinal,
                attempt,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                run.data().configurable(),
                JsonArray.EMPTY,
                run.clock());
    }

    @Override
    public NodeCall node() {
        return node;
    }

    @Override
    public String tenant() {
        return run.header().tenant();
    }

    @Override
    public Spent spent(@Nullable String agentId) {
        return spent.of(agentId);
    }

    @Override
    public String invocationId() {
        return "%s:%s:%d:again".formatted(run.header().runId(), node.node().id(), node.ordinal());
    }

    @Override
    public Optional<Instant> deadline() {
        return Optional.empty();
    }

    @Override
    public Hook onCancel(AutoCloseable resource) {
        return () -> {};
    }

    @Override
    public boolean isUnwanted() {
        return false;
    }

    @Override
    public void report(ActivityFact fact) {
        if (fact instanceof AgentFact told) {
            AgentRef agent = node.node().agent();
            spent.add(agent == null ? null : agent.agentId(), told);
        }
    }

    @Override
    public void report(ActivityFact fact, HostEvent cause) {
        report(fact);
    }

    @Override
    public Carried carried() {
        return Carried.NOTHING;
    }

    @Override
    public Memory memory() {
        throw new IllegalStateException("what is asked again remembers nothing");
    }

    @Override
    public void show(String kind, JsonValue content) {
        // Nobody watches.
    }

    @Override
    public void progress(String message, @Nullable JsonValue progress) {
        // Nobody watches.
    }
}
