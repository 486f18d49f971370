package dev.waybill.runtime.guided;

import dev.waybill.base.refusal.Kind;

/// Why a call about a guided run was refused; the texts are stable.
public enum GuidedCode {
    /// It is not a token of ours: other characters, other length, other prefix.
    TOKEN_MALFORMED(Kind.INVALID),
    /// The end is missing.
    TOKEN_TRUNCATED(Kind.INVALID),
    /// An ackToken stands where a stateToken belongs, or the other way around.
    TOKEN_WRONG_KIND(Kind.INVALID),
    /// A later version of tokens than this program knows.
    TOKEN_UNSUPPORTED_VERSION(Kind.INVALID),
    /// Sealed by a key that this store does not have.
    TOKEN_UNKNOWN_KEY(Kind.INVALID),
    /// The key that sealed it was rotated out, and its time is over.
    TOKEN_EXPIRED(Kind.GONE),
    /// It was changed on the way.
    TOKEN_BAD_SIGNATURE(Kind.INVALID),
    /// It is genuine, but its place is not in this store.
    TOKEN_NOT_IN_STORE(Kind.NOT_FOUND),
    /// The ackToken belongs to another run than the stateToken.
    TOKEN_OTHER_RUN(Kind.INVALID),
    /// The ackToken belongs to another snapshot of the same run.
    TOKEN_OTHER_SNAPSHOT(Kind.INVALID),
    /// The events of the run were deleted after their time.
    RUN_PRUNED(Kind.GONE),
    RUN_PAUSED(Kind.CONFLICT),
    /// A person cancelled the run, or the one around it.
    RUN_CANCELLED(Kind.CONFLICT),
    /// The stateToken names the end of a run, from which nothing follows.
    RUN_COMPLETE(Kind.CONFLICT),
    WORKFLOW_NOT_FOUND(Kind.NOT_FOUND),
    WORKFLOW_INVALID(Kind.INVALID),
    INVALID_ARGUMENT(Kind.INVALID),
    UNKNOWN_FIELD(Kind.INVALID),
    /// The first step cannot be chosen with this context.
    START_BLOCKED(Kind.UNFIT),
    FEATURE_OFF(Kind.INVALID),
    /// The caller's scopes do not cover it.
    FORBIDDEN(Kind.FORBIDDEN),
    STORE_UNAVAILABLE(Kind.UNAVAILABLE),
    INTERNAL_ERROR(Kind.INTERNAL);

    private final Kind kind;

    GuidedCode(Kind kind) {
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /// What other rooms refuse, in the codes of this contract: agents know only these.
    static GuidedCode of(Kind kind) {
        return switch (kind) {
            case UNAVAILABLE -> STORE_UNAVAILABLE;
            case FORBIDDEN -> FORBIDDEN;
            case DAMAGED, INTERNAL -> INTERNAL_ERROR;
            case UNREADABLE, INVALID, UNAUTHENTICATED, NOT_FOUND, CONFLICT, GONE, UNFIT, LIMITED -> INVALID_ARGUMENT;
        };
    }
}
