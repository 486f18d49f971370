package dev.waybill.app.cli;

/// One command: which words it takes, and what it does.
public interface Command {

    Usage usage();

    /// Does it, after the arguments of [#usage()] got their values.
    ExitCode call() throws Exception;
}
