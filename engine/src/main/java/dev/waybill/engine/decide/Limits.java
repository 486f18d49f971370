package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.engine.node.DispatchNode;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.state.RunState;
import dev.waybill.workflow.WorkflowEdge;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.WorkflowSettings;
import java.util.OptionalLong;

/// How far a run may go. What a caller asks for counts, up to what the host allows.
///
/// @param nodeExecutions how many executions of nodes one run may begin
/// @param loopIterations how often a back-edge may be taken in one run, and how often its supervisor may decide
/// @param confidenceFloor decisions whose confidence is below it wait for a person
public record Limits(long nodeExecutions, long loopIterations, JsonNumber confidenceFloor) {

    public static final Limits DEFAULT = new Limits(10_000, 1_000);

    /// How often a model is asked for an answer of a given shape, unless its node's author asks for more.
    public static final int SCHEMA_ROUNDS = 3;

    public static final String RECURSION_LIMIT = "recursionLimit";
    public static final String RUN_TIMEOUT = "runTimeoutMs";
    public static final String LOOP_ITERATIONS = "maxLoopIterations";

    public Limits {
        if (OrchestratorDecision.isBelow(confidenceFloor, DispatchNode.FLOOR) || confidenceFloor.doubleValue() > 1) {
            throw new IllegalArgumentException(
                    "a confidence floor lies between 0.5 and 1, found " + confidenceFloor.lexeme());
        }
    }

    public Limits(long nodeExecutions, long loopIterations) {
        this(nodeExecutions, loopIterations, DispatchNode.FLOOR);
    }

    long nodeExecutions(RunState state) {
        return Math.min(nodeExecutions, asked(state, RECURSION_LIMIT).orElse(nodeExecutions));
    }

    /// How often a back-edge may be taken in the whole run.
    long loopIterations(RunState state) {
        return Math.min(loopIterations, asked(state, LOOP_ITERATIONS).orElse(loopIterations));
    }

    /// How often a back-edge may be taken before its loop is left, as the author says. A caller who says something
    /// himself has the last word. A loop that a supervisor ends needs no bound of its own.
    long laps(RunState state, WorkflowEdge edge) {
        WorkflowSettings settings = state.workflow().definition().settings();
        boolean supervised = state.definition(edge.target()).typeId().equals(WorkflowNode.SUPERVISOR)
                && settings.maxLoopIterations().isEmpty();
        return supervised || asked(state, LOOP_ITERATIONS).isPresent() ? Long.MAX_VALUE : settings.loopIterations();
    }

    /// The run's own time; empty means without limit.
    public static OptionalLong runTimeoutMs(RunState state) {
        OptionalLong asked = asked(state, RUN_TIMEOUT);
        OptionalLong written = state.workflow().definition().settings().timeoutMs();
        if (asked.isPresent() && written.isPresent()) {
            return OptionalLong.of(Math.min(asked.getAsLong(), written.getAsLong()));
        }
        return asked.isPresent() ? asked : written;
    }

    private static OptionalLong asked(RunState state, String name) {
        return state.data().configurable().get(name) instanceof JsonNumber number
                ? number.asInteger()
                : OptionalLong.empty();
    }
}
