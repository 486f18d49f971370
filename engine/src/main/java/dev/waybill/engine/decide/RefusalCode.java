package dev.waybill.engine.decide;

/// Why a command was refused; stable, for programs.
public enum RefusalCode {
    VALIDATION_ERROR("validation_error"),
    CAPABILITY_REQUIRED("capability_required"),
    RUN_NOT_FOUND("run_not_found"),
    WORKFLOW_NOT_FOUND("workflow_not_found"),
    RUN_TERMINAL("run_terminal"),
    RUN_NOT_PAUSED("run_not_paused"),
    RUN_ALREADY_PAUSED("run_already_paused"),
    /// Nobody ever asked.
    INTERRUPT_NOT_FOUND("interrupt_not_found"),
    /// Somebody else was first.
    INTERRUPT_ALREADY_RESOLVED("interrupt_already_resolved"),
    /// Nobody answered in time.
    INTERRUPT_EXPIRED("interrupt_expired"),
    /// The node or the run went on, or ended, without an answer.
    INTERRUPT_GONE("interrupt_gone"),
    CORRELATION_MISMATCH("correlation_mismatch"),
    AUTH_REQUIRED("auth_required"),
    FORBIDDEN("forbidden"),
    /// An outcome arrived for an attempt that nobody waits for any more.
    NOT_PENDING("not_pending"),
    INVALID_FROM_SEQ("invalid_from_seq"),
    EVENTS_PRUNED("events_pruned"),
    /// What was asked for cannot be signed for now.
    SIGNING_KEY_LOST("signing_key_lost"),
    IDEMPOTENCY_KEY_MISMATCH("idempotency_key_mismatch");

    private final String wire;

    RefusalCode(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
