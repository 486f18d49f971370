package dev.waybill.workflow;

import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a workflow says about its runs.
///
/// @param timeoutMs how long a run may take; empty means without limit, which is how a written 0 is read
/// @param maxRetries for nodes that say nothing themselves
/// @param maxLoopIterations how often a back-edge may be taken, where the author says so
public record WorkflowSettings(OptionalLong timeoutMs, int maxRetries, OptionalInt maxLoopIterations) {

    /// What holds for a loop whose author says nothing.
    public static final int DEFAULT_LOOP_ITERATIONS = 5;

    public WorkflowSettings {
        timeoutMs.ifPresent(timeout -> Checks.atLeast("timeout", 1, timeout));
        Checks.atLeast("maxRetries", 0, maxRetries);
        maxLoopIterations.ifPresent(most -> Checks.atLeast("maxLoopbackIterations", 1, most));
    }

    public int loopIterations() {
        return maxLoopIterations.orElse(DEFAULT_LOOP_ITERATIONS);
    }
}
