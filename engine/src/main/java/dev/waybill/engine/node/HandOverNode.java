package dev.waybill.engine.node;

import java.util.List;

/// Hands work over to child runs, and ends when all of them are over.
public non-sealed interface HandOverNode extends NodeType {

    /// What is handed over, decided once for each attempt. Several plans are chained.
    List<HandOverPlan> plan(NodeCall call);
}
