package dev.waybill.engine.state;

import dev.waybill.journal.RunStatus;

/// A run that this one has handed work over to.
///
/// @param workflowId its definition
/// @param nodeId the node that handed over
/// @param status as far as this run has been told
/// @param since the event that made it
public record ChildRun(String runId, String workflowId, String nodeId, RunStatus status, EventRef since) {

    ChildRun in(RunStatus next) {
        return new ChildRun(runId, workflowId, nodeId, next, since);
    }
}
