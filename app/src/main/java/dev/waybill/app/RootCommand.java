package dev.waybill.app;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `waybill` itself: help, version, and the words after it.
@Command(
        name = "waybill",
        description = "Receipts for multi-agent workflows: signed, linked, verifiable offline.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Exit codes: 0 yes, 1 no, 2 tampered or corrupt, 3 wrong usage or unreadable input.",
            "'./waybill --rebuild' builds again after a change of the sources."
        })
final class RootCommand implements Callable<ExitCode> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help; 'waybill COMMAND --help' shows a command's.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Show the version, the commit and the Java that runs it.")
    boolean version;

    @Override
    public ExitCode call() {
        throw Failure.usage("a command is missing", "See 'waybill --help'.");
    }
}
