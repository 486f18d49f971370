package dev.waybill.agents.model;

/// Why there is no answer.
public enum ModelTrouble {
    RATE_LIMITED("rate_limited", true),
    /// Too many others ask, too.
    OVERLOADED("model_overloaded", true),
    /// The provider could not be reached, or hung up.
    UNREACHABLE("model_unreachable", true),
    /// Something went wrong on its side.
    PROVIDER_ERROR("model_provider_error", true),
    /// It took longer than the operator allows.
    TIMED_OUT("model_timed_out", true),
    /// What it sent is no answer of this wire.
    UNREADABLE("model_answer_unreadable", true),
    /// More than the model can read.
    CONTEXT_TOO_LONG("model_context_too_long", false),
    INVALID_REQUEST("model_request_invalid", false),
    NOT_FOUND("model_not_found", false),
    UNAUTHORISED("model_unauthorised", false),
    /// Nobody has paid for more.
    QUOTA_EXHAUSTED("model_quota_exhausted", false);

    private final String code;
    private final boolean retryable;

    ModelTrouble(String code, boolean retryable) {
        this.code = code;
        this.retryable = retryable;
    }

    /// Stable, for programs.
    public String code() {
        return code;
    }

    public boolean isRetryable() {
        return retryable;
    }
}
