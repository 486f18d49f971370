package dev.waybill.engine.node;

/// A node whose result follows from its input alone. It runs inside the decision, and again when a run is replayed.
public non-sealed interface PureNode extends NodeType {

    NodeResult run(NodeCall call);
}
