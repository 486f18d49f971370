package dev.waybill.engine.decide;

import dev.waybill.base.refusal.Kind;
import org.jspecify.annotations.Nullable;

/// Why a command was refused; stable, for programs.
public enum RefusalCode {
    VALIDATION_ERROR("validation_error", Kind.INVALID, null),
    /// A run may name a mock in place of its models on a host for test suites only.
    MOCK_PROVIDER_FORBIDDEN(
            "mock_provider_forbidden",
            Kind.FORBIDDEN,
            "Leave it out, and let the operator configure a mock model; test suites start 'waybill serve --test-seams'."),
    UNSUPPORTED_MOCK_PROVIDER("unsupported_mock_provider", Kind.INVALID, null),
    CAPABILITY_REQUIRED("capability_required", Kind.INVALID, "Use a host that has it."),
    RUN_NOT_FOUND("run_not_found", Kind.NOT_FOUND, "Look for it in the list of runs."),
    WORKFLOW_NOT_FOUND("workflow_not_found", Kind.NOT_FOUND, "Look for it in the list of workflows."),
    TRIGGER_NOT_FOUND("trigger_not_found", Kind.NOT_FOUND, "Look for it in the list of triggers."),
    RUN_TERMINAL("run_terminal", Kind.CONFLICT, null),
    RUN_ALREADY_ACTIVE("run_already_active", Kind.CONFLICT, "Wait for its end, or cancel it."),
    RUN_NOT_PAUSED("run_not_paused", Kind.CONFLICT, "Look at the run and its status first."),
    RUN_ALREADY_PAUSED("run_already_paused", Kind.CONFLICT, "Look at the run and its status first."),
    /// Nobody ever asked.
    INTERRUPT_NOT_FOUND("interrupt_not_found", Kind.NOT_FOUND, "Look at the run and its open questions first."),
    /// Somebody else was first.
    INTERRUPT_ALREADY_RESOLVED(
            "interrupt_already_resolved", Kind.CONFLICT, "Look at the run and its open questions first."),
    /// Nobody answered in time.
    INTERRUPT_EXPIRED("interrupt_expired", Kind.GONE, null),
    /// The node or the run went on, or ended, without an answer.
    INTERRUPT_GONE("interrupt_gone", Kind.GONE, "Look at the run and its open questions first."),
    CORRELATION_MISMATCH("correlation_mismatch", Kind.UNFIT, null),
    AUTH_REQUIRED("auth_required", Kind.UNAUTHENTICATED, "Answer as somebody this host knows."),
    FORBIDDEN("forbidden", Kind.FORBIDDEN, null),
    CREDENTIAL_FORBIDDEN(
            "credential_forbidden",
            Kind.FORBIDDEN,
            "leave it out: this host's operator holds the credentials of its providers (agents.models)"),
    /// An outcome arrived for an attempt that nobody waits for any more.
    NOT_PENDING("not_pending", Kind.CONFLICT, null),
    /// A hand-over would be one too many below its run's first one.
    RECURSION_LIMIT_EXCEEDED("recursion_limit_exceeded", Kind.UNFIT, null),
    INVALID_FROM_SEQ("invalid_from_seq", Kind.UNFIT, null),
    /// What the run saw of its memory there was thrown away.
    REPLAY_MEMORY_SNAPSHOT_UNAVAILABLE("replay_memory_snapshot_unavailable", Kind.UNFIT, null),
    EVENTS_PRUNED("events_pruned", Kind.GONE, null),
    /// What was asked for cannot be signed for now.
    SIGNING_KEY_LOST("signing_key_lost", Kind.UNAVAILABLE, "Repeat the call when the key is back."),
    RATE_LIMITED("rate_limited", Kind.LIMITED, "Come back later, or ask the operator for more room."),
    WEBHOOK_URL_REJECTED(
            "webhook_url_rejected",
            Kind.INVALID,
            "Use an https address on the public network, or have the operator of this host allow others."),
    WORKFLOW_EXISTS("workflow_exists", Kind.CONFLICT, null),
    WORKSPACE_CONFLICT("workspace_conflict", Kind.CONFLICT, "Read the file again, then write what you mean."),
    WORKSPACE_TOO_LARGE("workspace_too_large", Kind.INVALID, null),
    IDEMPOTENCY_KEY_MISMATCH("idempotency_key_mismatch", Kind.CONFLICT, null);

    private final String wire;
    private final Kind kind;
    private final @Nullable String next;

    RefusalCode(String wire, Kind kind, @Nullable String next) {
        this.wire = wire;
        this.kind = kind;
        this.next = next;
    }

    public String wire() {
        return wire;
    }

    Kind kind() {
        return kind;
    }

    /// What helps, whatever the door.
    @Nullable
    String next() {
        return next;
    }
}
