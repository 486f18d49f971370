package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.SubWorkflowNode;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Work goes to a child run and comes back. The child's name is fixed before the child is there, so that creating it
/// twice is impossible.
final class HandOvers {

    private final Decision decision;
    private final Nodes nodes;

    HandOvers(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    static void begin(Decision decision, WorkflowNode node) {
        RunState state = decision.state();
        String child = Names.child(state.header(), state.head(), decision.now()).value();
        decision.emit(
                phase(decision, node, HandOverPhase.DISPATCH_BEGAN, child, List.of(), null),
                Causes.of(state, node.id()));
    }

    private static HandOverFact.HandOver phase(
            Decision decision,
            WorkflowNode node,
            HandOverPhase phase,
            String child,
            List<String> harvested,
            @Nullable RunError error) {
        return new HandOverFact.HandOver(
                node.id(),
                phase,
                SubWorkflowNode.workflowId(node),
                decision.state().header().runId().value(),
                child,
                harvested,
                error);
    }

    /// Each phase follows from the one before it.
    private void emit(WorkflowNode node, HandOverFact fact) {
        decision.emit(fact, Causes.of(decision.state(), node.id()));
    }

    /// In the transaction that creates the child.
    void confirm(Command.ConfirmHandOver confirm) {
        WorkflowNode node = pending(confirm.nodeId(), confirm.childRunId(), false);
        emit(node, phase(decision, node, HandOverPhase.DISPATCH_SUCCEEDED, confirm.childRunId(), List.of(), null));
        emit(
                node,
                new HandOverFact.NodeDispatched(
                        node.id(), confirm.childRunId(), SubWorkflowNode.workflowId(node), RunStatus.PENDING.wire()));
        if (!SubWorkflowNode.waits(node)) {
            nodes.end(node, NodeResult.done(outputs(confirm.childRunId(), RunStatus.RUNNING)));
        }
    }

    void refuse(Command.RefuseHandOver refuse) {
        WorkflowNode node = pending(refuse.nodeId(), refuse.childRunId(), false);
        emit(
                node,
                phase(decision, node, HandOverPhase.DISPATCH_FAILED, refuse.childRunId(), List.of(), refuse.error()));
        nodes.end(node, new NodeResult.Failed(refuse.error()));
    }

    void collect(Command.Collect collect) {
        WorkflowNode node = pending(collect.nodeId(), collect.childRunId(), true);
        String child = collect.childRunId();
        switch (collect.status()) {
            case COMPLETED -> {
                emit(node, phase(decision, node, HandOverPhase.CHILD_COMPLETED, child, List.of(), null));
                harvest(node, collect);
                nodes.end(node, NodeResult.done(outputs(child, RunStatus.COMPLETED)));
            }
            case CANCELLED -> {
                RunError error = RunError.of("child_cancelled", "child run " + child + " was cancelled");
                emit(node, phase(decision, node, HandOverPhase.CHILD_CANCELLED, child, List.of(), error));
                unsuccessful(node, collect, error);
            }
            default -> {
                RunError error = RunError.of(
                                "child_failed",
                                "child run " + child + " failed"
                                        + (collect.error() == null
                                                ? ""
                                                : ": " + collect.error().message()))
                        .with("childRunId", child);
                emit(node, phase(decision, node, HandOverPhase.CHILD_FAILED, child, List.of(), error));
                unsuccessful(node, collect, error);
            }
        }
    }

    private void harvest(WorkflowNode node, Command.Collect collect) {
        Map<String, JsonValue> harvested = SubWorkflowNode.harvest(node, collect.variables(), collect.outputs());
        if (!harvested.isEmpty()) {
            harvested.forEach((name, value) ->
                    Writes.set(decision, node.id(), name, value, Causes.of(decision.state(), node.id())));
            emit(
                    node,
                    phase(
                            decision,
                            node,
                            HandOverPhase.OUTPUT_HARVESTED,
                            collect.childRunId(),
                            List.copyOf(harvested.keySet()),
                            null));
        }
    }

    private void unsuccessful(WorkflowNode node, Command.Collect collect, RunError error) {
        if (decision.state().phase() == Phase.ENDING) {
            decision.emit(new NodeFact.NodeCancelled(node.id(), "the run is ending"), Causes.ending(decision.state()));
        } else if (SubWorkflowNode.childFailureFails(node)) {
            nodes.end(node, new NodeResult.Failed(error));
        } else {
            nodes.end(node, NodeResult.done(outputs(collect.childRunId(), collect.status())));
        }
    }

    private static JsonObject outputs(String childRunId, RunStatus status) {
        return JsonObject.builder()
                .put("childRunId", childRunId)
                .put("childStatus", status.wire())
                .build();
    }

    private WorkflowNode pending(String nodeId, String childRunId, boolean created) {
        NodeState node = decision.state().nodes().get(nodeId);
        boolean waits = node != null
                && node.occupation() instanceof Occupation.HandingOver handing
                && handing.childRunId().equals(childRunId)
                && handing.isCreated() == created;
        if (!waits || decision.state().isTerminal()) {
            throw new Refused(RefusalCode.NOT_PENDING, "node " + nodeId + " does not wait for child run " + childRunId);
        }
        return decision.state().definition(nodeId);
    }
}
