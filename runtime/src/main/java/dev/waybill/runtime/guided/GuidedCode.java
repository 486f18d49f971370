package dev.waybill.runtime.guided;

/// Why a call about a guided run was refused; the texts are stable.
public enum GuidedCode {
    /// It is not a token of ours: other characters, other length, other prefix.
    TOKEN_MALFORMED,
    /// The end is missing.
    TOKEN_TRUNCATED,
    /// An ackToken stands where a stateToken belongs, or the other way around.
    TOKEN_WRONG_KIND,
    /// A later version of tokens than this program knows.
    TOKEN_UNSUPPORTED_VERSION,
    /// Sealed by a key that this store does not have, or no longer accepts.
    TOKEN_UNKNOWN_KEY,
    /// It was changed on the way.
    TOKEN_BAD_SIGNATURE,
    /// It is genuine, but its place is not in this store.
    TOKEN_NOT_IN_STORE,
    /// The ackToken belongs to another run than the stateToken.
    TOKEN_OTHER_RUN,
    /// The ackToken belongs to another snapshot of the same run.
    TOKEN_OTHER_SNAPSHOT,
    /// The events of the run were deleted after their time.
    RUN_PRUNED,
    RUN_PAUSED,
    /// The stateToken names the end of a run, from which nothing follows.
    RUN_COMPLETE,
    WORKFLOW_NOT_FOUND,
    WORKFLOW_INVALID,
    INVALID_ARGUMENT,
    UNKNOWN_FIELD,
    /// The first step cannot be chosen with this context.
    START_BLOCKED,
    FEATURE_OFF,
    /// The caller's scopes do not cover it.
    FORBIDDEN,
    STORE_UNAVAILABLE,
    INTERNAL_ERROR
}
