package dev.waybill.evidence.query;

/// How sure an answer is.
public enum Verdict {
    /// Records say it.
    STATED,
    /// It follows from records by a rule.
    DERIVED,
    /// Records contradict each other.
    CONFLICT,
    /// Several records fit, and nothing tells which is meant.
    AMBIGUOUS,
    /// The records do not say.
    UNKNOWN;

    /// Whether a person can go on with it.
    public boolean isAnswer() {
        return this == STATED || this == DERIVED;
    }
}
