package dev.waybill.base.refusal;

/// What a refusal is about, for doors: each has one table from these to its own codes.
public enum Kind {
    /// What was given cannot be read or understood.
    UNREADABLE,
    /// It was read, and it breaks a rule.
    INVALID,
    /// Nobody knows who asks.
    UNAUTHENTICATED,
    /// Whoever asks may not.
    FORBIDDEN,
    NOT_FOUND,
    /// It does not fit what is there now.
    CONFLICT,
    /// It was there once.
    GONE,
    /// Each part is valid, and together they cannot be done.
    UNFIT,
    /// The caller has had its share for now.
    LIMITED,
    /// It could be done at another time.
    UNAVAILABLE,
    /// Bytes are not what was written or signed.
    DAMAGED,
    /// Our own mistake.
    INTERNAL;

    /// Whether somebody who runs this host should hear of it.
    public boolean concernsTheOperator() {
        return this == UNAVAILABLE || this == DAMAGED || this == INTERNAL;
    }
}
