package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/// Everything that follows from a run's header and events, in the few values that change together. [Fold] is the only
/// place that makes one.
///
/// @param rootStep the receipt step that opens the run
/// @param lineage the places of a guided run; null for a graph
public record RunState(
        RunHeader header,
        CompiledWorkflow workflow,
        String rootStep,
        Position position,
        Lifecycle life,
        RunData data,
        TreePMap<String, NodeState> nodes,
        Interrupts questions,
        Loops loops,
        Delegation delegation,
        @Nullable Lineage lineage) {

    static RunState unborn(RunHeader header, CompiledWorkflow workflow, @Nullable Lineage lineage, String rootStep) {
        TreePMap<String, NodeState> nodes = TreePMap.empty();
        for (WorkflowNode node : workflow.definition().nodes()) {
            nodes = nodes.plus(node.id(), NodeState.fresh(node.id()));
        }
        return new RunState(
                header,
                workflow,
                rootStep,
                Position.start(header.createdAt()),
                Lifecycle.UNBORN,
                RunData.NONE,
                nodes,
                Interrupts.NONE,
                Loops.NONE,
                Delegation.NONE,
                lineage);
    }

    public NodeState node(String id) {
        NodeState node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException("no node is called \"" + id + "\"");
        }
        return node;
    }

    public WorkflowNode definition(String nodeId) {
        return workflow.definition()
                .node(nodeId)
                .orElseThrow(() -> new IllegalArgumentException("no node is called \"" + nodeId + "\""));
    }

    /// How many events were folded.
    public long head() {
        return position.head();
    }

    /// The run's logical time.
    public Instant clock() {
        return position.clock();
    }

    /// Whether a replay has left its source's way.
    public boolean diverged() {
        return position.diverged();
    }

    public Phase phase() {
        return life.phase();
    }

    public @Nullable Instant startedAt() {
        return life.startedAt();
    }

    /// Why somebody asked for the pause that begins or goes on.
    public @Nullable String pauseReason() {
        return life.pause() == null ? null : life.pause().reason();
    }

    public @Nullable Ending ending() {
        return life.ending();
    }

    public JsonObject outputs() {
        return life.outputs();
    }

    public @Nullable RunError error() {
        return life.error();
    }

    public JsonObject inputs() {
        return data.inputs();
    }

    public TreePMap<String, JsonValue> variables() {
        return data.variables();
    }

    public TreePMap<String, ChannelState> channels() {
        return data.channels();
    }

    /// How many executions of nodes were begun.
    public long executions() {
        return loops.executions();
    }

    /// The open questions, by id.
    public TreePMap<String, Interrupt> interrupts() {
        return questions.open();
    }

    /// The time that deadlines count by: it stands still while the run is paused.
    public Instant time() {
        Instant paused = life.pausedAt();
        return paused == null ? clock() : paused;
    }

    public boolean isGuided() {
        return lineage != null;
    }

    /// Whether somebody asked for a pause that begins when the nodes at work have finished.
    public boolean isPausing() {
        return phase() == Phase.PAUSING;
    }

    public boolean isTerminal() {
        return phase() == Phase.ENDED;
    }

    /// Whether some node is doing something.
    public boolean isBusy() {
        for (NodeState node : nodes.values()) {
            if (!node.isIdle()) {
                return true;
            }
        }
        return false;
    }

    RunState at(Position next) {
        return new RunState(header, workflow, rootStep, next, life, data, nodes, questions, loops, delegation, lineage);
    }

    RunState with(Lifecycle next) {
        return new RunState(
                header, workflow, rootStep, position, next, data, nodes, questions, loops, delegation, lineage);
    }

    RunState with(RunData next) {
        return new RunState(
                header, workflow, rootStep, position, life, next, nodes, questions, loops, delegation, lineage);
    }

    RunState with(TreePMap<String, NodeState> next) {
        return new RunState(
                header, workflow, rootStep, position, life, data, next, questions, loops, delegation, lineage);
    }

    RunState with(Interrupts next) {
        return new RunState(header, workflow, rootStep, position, life, data, nodes, next, loops, delegation, lineage);
    }

    RunState with(Loops next) {
        return new RunState(
                header, workflow, rootStep, position, life, data, nodes, questions, next, delegation, lineage);
    }

    RunState with(Lineage next) {
        return new RunState(
                header, workflow, rootStep, position, life, data, nodes, questions, loops, delegation, next);
    }

    RunState with(Delegation next) {
        return new RunState(header, workflow, rootStep, position, life, data, nodes, questions, loops, next, lineage);
    }

    RunState node(String id, UnaryOperator<NodeState> change) {
        return with(nodes.plus(id, change.apply(node(id))));
    }

    RunState eachNode(UnaryOperator<NodeState> change) {
        TreePMap<String, NodeState> changed = nodes;
        for (NodeState node : nodes.values()) {
            changed = changed.plus(node.id(), change.apply(node));
        }
        return with(changed);
    }
}
