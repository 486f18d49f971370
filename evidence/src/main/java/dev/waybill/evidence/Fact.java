package dev.waybill.evidence;

/// Names of what queries read from records of every system. A format puts a value here as it stands in the record, so
/// that numbers keep their spelling.
public final class Fact {

    /// The states of a task transition, in lower case.
    public static final String FROM_STATE = "from_state";

    public static final String TO_STATE = "to_state";

    /// How a task ended, by the receipt that was written with it, in lower case.
    public static final String TERMINAL_STATE = "terminal_state";

    /// The critical state that a checkpoint is for, in lower case.
    public static final String CHECKPOINT = "checkpoint";

    /// A policy's lever, in the spelling of the record, and its values.
    public static final String LEVER = "lever";

    public static final String OLD_VALUE = "old_value";
    public static final String NEW_VALUE = "new_value";

    /// When a policy took effect, where that is not the record's own time.
    public static final String APPLIED_AT = "applied_at";

    /// The commit that a record is about, as a full or shortened hash.
    public static final String COMMIT = "commit";

    /// A task's or an episode's title, or the first line of a commit message.
    public static final String TITLE = "title";

    /// The run that a record only repeats: it is shown, and proves nothing.
    public static final String REPLAY_OF = "replay_of";

    /// The run that a record was derived from.
    public static final String RUN = "run";

    /// The trace under which Assay keeps what the task's worker recorded.
    public static final String TRACE = "trace";

    /// The key that signed.
    public static final String SIGNER = "signer";

    /// What was decided: a verdict, a recommendation's action, a bridge's status.
    public static final String OUTCOME = "outcome";

    private Fact() {}
}
