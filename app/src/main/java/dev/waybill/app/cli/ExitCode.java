package dev.waybill.app.cli;

import dev.waybill.base.refusal.Kind;

/// What a command tells the shell. The same four answers everywhere, so that a script needs one table.
public enum ExitCode {
    /// The question was answered with yes.
    YES(0),
    /// Invalid, not found, refused or incomplete.
    NO(1),
    /// Somebody changed the bytes, or they are damaged.
    TAMPERED(2),
    /// The command line is wrong, or the input cannot be read.
    USAGE(3);

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
            case YES, NO -> Kind.INVALID;
        };
    }

    public static ExitCode of(boolean yes) {
        return yes ? YES : NO;
    }
}
