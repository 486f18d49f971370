package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import java.util.concurrent.Callable;

/// The words after `waybill receipt` whose classes stay inside this package.
public final class ReceiptCommands {

    private ReceiptCommands() {}

    public static Callable<ExitCode> checkContext(Environment environment) {
        return new RuleCheckCommand.Context(environment);
    }

    public static Callable<ExitCode> checkSummary(Environment environment) {
        return new RuleCheckCommand.Summary(environment);
    }
}
