package dev.waybill.journal.event;

/// A fact that an activity may report of its own work, besides its result. Everything else in a log is the engine's to
/// say: no activity can claim that its run has completed.
public sealed interface ActivityFact extends RunEvent
        permits AgentFact, InputFact, InvocationFact, ModelFact, NodeFact.NodeProgressed {

    @Override
    String nodeId();
}
