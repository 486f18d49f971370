package dev.waybill.engine.node;

import dev.waybill.workflow.WorkflowNode;

/// A node that touches the world. This is what a user writes: put the class into a jar, name it in
/// `META-INF/services/dev.waybill.engine.node.Activity`, and give the jar to Waybill.
///
/// An activity is executed at least once and recorded exactly once. After a crash it is executed again with the same
/// [ActivityCall#invocationId()], which other systems can use to recognise the repetition.
public non-sealed interface Activity extends NodeType {

    /// Does the work. It runs on a virtual thread, may block, and is interrupted when the run is cancelled or the
    /// node's time is up. An exception counts as a failure that may be retried.
    NodeResult execute(ActivityCall call) throws Exception;

    /// What it spends its time on: how many may be at work at once depends on it.
    default ActivityKind kind() {
        return ActivityKind.OTHER;
    }

    /// Whether it may simply be executed again when nobody knows what became of it. If not, the run asks a person.
    default boolean isRepeatable() {
        return true;
    }

    /// The same of one node, where it depends on what the node does. It may block: nobody is asked before a process has
    /// died.
    default boolean isRepeatable(WorkflowNode node) {
        return isRepeatable();
    }
}
