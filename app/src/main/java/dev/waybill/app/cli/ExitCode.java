package dev.waybill.app.cli;

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

    public static ExitCode of(boolean yes) {
        return yes ? YES : NO;
    }
}
