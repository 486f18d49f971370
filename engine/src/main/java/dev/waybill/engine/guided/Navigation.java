package dev.waybill.engine.guided;

/// What came of looking for the next step.
public sealed interface Navigation {

    /// @param delta what is to be recorded
    /// @param state what it leads to
    record Moved(Delta delta, GuidedState state) implements Navigation {}

    /// There is no way on with this context and this output. Nothing has changed, and corrected ones can be sent.
    record Stuck(Blocker blocker) implements Navigation {}
}
