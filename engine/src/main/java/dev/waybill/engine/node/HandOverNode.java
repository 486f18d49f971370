package dev.waybill.engine.node;

import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// Hands work over to child runs, and ends when all of them are over.
public non-sealed interface HandOverNode extends NodeType {

    /// The definitions that a node may hand over to, as far as they are known before the run starts: they are pinned
    /// with it.
    List<String> workers(WorkflowNode node);

    /// What is handed over, decided once for each attempt. Several plans are chained.
    List<HandOverPlan> plan(NodeCall call);
}
