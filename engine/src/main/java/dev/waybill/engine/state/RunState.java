package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePMap;

/// Everything that follows from a run's header and events. [Fold] is the only place that makes one.
///
/// @param head how many events were folded
/// @param clock the run's logical time
/// @param startedAt when `run.started` was recorded
/// @param pausedAt since when the run is paused
/// @param pauseReason why somebody asked for the pause that begins or goes on
/// @param writes what the executions under way have written to channels, by node
/// @param resolved questions that were answered, with what was said: by interrupt, by key, and the latest by node
/// @param fallen questions that nobody answered in time, or that nobody waits for any more, by the same names
/// @param rounds how often each back-edge was taken
/// @param laps the same, counted anew whenever a loop around it begins another round
/// @param breach the bound that was passed: the run fails because of it
/// @param outcome the terminal status, once there is one
/// @param lineage the places of a guided run; null for a graph
/// @param diverged whether a replay has left its source's way
public record RunState(
        RunHeader header,
        CompiledWorkflow workflow,
        long head,
        Instant clock,
        @Nullable String lastEventId,
        Phase phase,
        @Nullable Instant startedAt,
        @Nullable Instant pausedAt,
        @Nullable String pauseReason,
        @Nullable Ending ending,
        JsonObject inputs,
        JsonObject configurable,
        TreePMap<String, JsonValue> variables,
        TreePMap<String, ChannelState> channels,
        TreePMap<String, PVector<DataFact.ChannelWritten>> writes,
        TreePMap<String, NodeState> nodes,
        TreePMap<String, Interrupt> interrupts,
        TreePMap<String, JsonValue> resolved,
        TreePMap<String, Fallen> fallen,
        TreePMap<String, Integer> rounds,
        TreePMap<String, Integer> laps,
        long executions,
        DataFact.@Nullable CapBreached breach,
        String rootStep,
        @Nullable RunStatus outcome,
        JsonObject outputs,
        @Nullable RunError error,
        @Nullable Lineage lineage,
        boolean diverged) {

    static RunState unborn(RunHeader header, CompiledWorkflow workflow, @Nullable Lineage lineage, String rootStep) {
        TreePMap<String, NodeState> nodes = TreePMap.empty();
        for (WorkflowNode node : workflow.definition().nodes()) {
            nodes = nodes.plus(node.id(), NodeState.fresh(node.id()));
        }
        return new RunState(
                header,
                workflow,
                0,
                header.createdAt(),
                null,
                Phase.UNBORN,
                null,
                null,
                null,
                null,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                nodes,
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                TreePMap.empty(),
                0,
                null,
                rootStep,
                null,
                JsonObject.EMPTY,
                null,
                lineage,
                false);
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

    /// The time that deadlines count by: it stands still while the run is paused.
    public Instant time() {
        return pausedAt == null ? clock : pausedAt;
    }

    public boolean isGuided() {
        return lineage != null;
    }

    public boolean isTerminal() {
        return phase == Phase.ENDED;
    }

    /// Whether some node is doing something.
    public boolean isBusy() {
        return nodes.values().stream().anyMatch(node -> !node.isIdle());
    }

    RunState node(String id, UnaryOperator<NodeState> change) {
        return edit(editor -> editor.nodes = nodes.plus(id, change.apply(node(id))));
    }

    RunState edit(Consumer<Editor> change) {
        Editor editor = new Editor(this);
        change.accept(editor);
        return editor.build(this);
    }

    /// The parts that events change; a record of twenty parts is easier to read with names than with positions.
    static final class Editor {
        long head;
        Instant clock;

        @Nullable
        String lastEventId;

        Phase phase;

        @Nullable
        Instant startedAt;

        @Nullable
        Instant pausedAt;

        @Nullable
        String pauseReason;

        @Nullable
        Ending ending;

        JsonObject inputs;
        JsonObject configurable;
        TreePMap<String, JsonValue> variables;
        TreePMap<String, ChannelState> channels;
        TreePMap<String, PVector<DataFact.ChannelWritten>> writes;
        TreePMap<String, NodeState> nodes;
        TreePMap<String, Interrupt> interrupts;
        TreePMap<String, JsonValue> resolved;
        TreePMap<String, Fallen> fallen;
        TreePMap<String, Integer> rounds;
        TreePMap<String, Integer> laps;
        long executions;

        DataFact.@Nullable CapBreached breach;

        @Nullable
        RunStatus outcome;

        JsonObject outputs;

        @Nullable
        RunError error;

        @Nullable
        Lineage lineage;

        boolean diverged;

        private Editor(RunState state) {
            head = state.head;
            clock = state.clock;
            lastEventId = state.lastEventId;
            phase = state.phase;
            startedAt = state.startedAt;
            pausedAt = state.pausedAt;
            pauseReason = state.pauseReason;
            ending = state.ending;
            inputs = state.inputs;
            configurable = state.configurable;
            variables = state.variables;
            channels = state.channels;
            writes = state.writes;
            nodes = state.nodes;
            interrupts = state.interrupts;
            resolved = state.resolved;
            fallen = state.fallen;
            rounds = state.rounds;
            laps = state.laps;
            executions = state.executions;
            breach = state.breach;
            outcome = state.outcome;
            outputs = state.outputs;
            error = state.error;
            lineage = state.lineage;
            diverged = state.diverged;
        }

        private RunState build(RunState from) {
            return new RunState(
                    from.header,
                    from.workflow,
                    head,
                    clock,
                    lastEventId,
                    phase,
                    startedAt,
                    pausedAt,
                    pauseReason,
                    ending,
                    inputs,
                    configurable,
                    variables,
                    channels,
                    writes,
                    nodes,
                    interrupts,
                    resolved,
                    fallen,
                    rounds,
                    laps,
                    executions,
                    breach,
                    from.rootStep,
                    outcome,
                    outputs,
                    error,
                    lineage,
                    diverged);
        }
    }
}
