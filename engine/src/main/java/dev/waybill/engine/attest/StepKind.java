package dev.waybill.engine.attest;

/// What a step's receipt is about.
public enum StepKind {
    /// The run was started by somebody.
    START("start"),
    /// The run was started by another run.
    CHILD("child"),
    /// The run continues another one.
    FORK("fork"),
    /// An attempt of a node came to its end.
    NODE("node"),
    /// A long attempt tells how far it is.
    PROGRESS("progress"),
    /// Steps come together that are too many for one receipt.
    JOIN("join"),
    /// Work went to a child run.
    HAND_OVER_OUT("hand-over-out"),
    /// A child run ended, and its work came back.
    HAND_OVER_IN("hand-over-in"),
    /// A critic judged a result.
    VERDICT("verdict"),
    /// A decision, or a verdict, was not sure enough and waits for a person.
    ESCALATION("escalation"),
    /// A person has said how a loop goes on.
    RESUMPTION("resumption"),
    /// The clock was set back.
    CLOCK_STEP("clock-step"),
    /// A replay came to its end, and tells how it compares with its source.
    REPLAY_VERDICT("replay-verdict");

    private final String wire;

    StepKind(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
