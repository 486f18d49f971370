package dev.waybill.app.command.run;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.journal.RunStatus;

/// The exit code of a command that ends as a run does.
public final class RunExit {

    private RunExit() {}

    /// @param wanted exit 0 when the run rests like this
    /// @param gaveUp whether the run ended without what it was for
    public static ExitCode of(CommonOptions common, RunStatus status, RunStatus wanted, boolean gaveUp) {
        boolean reached = status == wanted && !gaveUp;
        return common.detailedExitCode().isGiven() && !reached ? inDetail(status) : ExitCode.of(reached);
    }

    private static ExitCode inDetail(RunStatus status) {
        return switch (status) {
            case WAITING_APPROVAL, WAITING_INPUT, WAITING_EXTERNAL -> ExitCode.WAITING;
            case COMPLETED, FAILED -> ExitCode.FAILED;
            case CANCELLING, CANCELLED -> ExitCode.CANCELLED;
            case PENDING, RUNNING, PAUSED -> ExitCode.UNFINISHED;
        };
    }
}
