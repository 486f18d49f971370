package dev.waybill.app.cli;

import dev.waybill.base.refusal.Kind;

/// What a command tells the shell. The same four answers everywhere, so that a script needs one table; a script that
/// asks for more (`--detailed-exit-code`) learns from the last five why a run is not completed.
public enum ExitCode {
    /// The question was answered with yes.
    YES(0),
    /// Invalid, not found, refused or incomplete.
    NO(1),
    /// Somebody changed the bytes, or they are damaged.
    TAMPERED(2),
    /// The command line is wrong, or the input cannot be read.
    USAGE(3),
    /// In detail: the run waits for an answer.
    WAITING(4),
    /// In detail: the run failed, or gave up.
    FAILED(5),
    /// In detail: the run was cancelled.
    CANCELLED(6),
    /// In detail: the run is paused, or somebody works on it.
    UNFINISHED(7),
    /// In detail: the store or the host cannot be reached, or cannot work now.
    UNAVAILABLE(8);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /// What a refusal tells the shell.
    public static ExitCode of(Kind kind) {
        return switch (kind) {
            case UNREADABLE, INTERNAL -> USAGE;
            case DAMAGED -> TAMPERED;
            case INVALID, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, GONE, UNFIT, LIMITED, UNAVAILABLE -> NO;
        };
    }

    /// What a command means that ends with this code.
    Kind kind() {
        return switch (this) {
            case USAGE -> Kind.UNREADABLE;
            case TAMPERED -> Kind.DAMAGED;
            case UNAVAILABLE -> Kind.UNAVAILABLE;
            case YES, NO, WAITING, FAILED, CANCELLED, UNFINISHED -> Kind.INVALID;
        };
    }

    public static ExitCode of(boolean yes) {
        return yes ? YES : NO;
    }
}
