package dev.waybill.agents.model;

/// Why a model stopped.
public enum StopReason {
    /// It had said everything.
    END,
    /// It wants tools to be called.
    TOOL_CALLS,
    /// It came to one of the texts at which it should stop.
    STOP_SEQUENCE,
    /// Its answer would have been longer than allowed.
    MAX_TOKENS,
    /// It would not.
    REFUSAL,
    /// A filter stopped it.
    SAFETY,
    OTHER;

    /// In the words of `core.ai.*`.
    public String finishReason() {
        return switch (this) {
            case END, STOP_SEQUENCE -> "stop";
            case TOOL_CALLS -> "tool-call";
            case MAX_TOKENS -> "length";
            case REFUSAL, SAFETY -> "content-filter";
            case OTHER -> "other";
        };
    }
}
