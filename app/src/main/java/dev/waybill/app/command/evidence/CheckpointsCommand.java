package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import java.io.IOException;

/// `waybill evidence checkpoints`: how many critical states have their receipt.
public final class CheckpointsCommand extends ToldCommand {

    private final Operand<String> task = takes(Operand.text("TASK", "One task (default: all)."));
    private final Option<Boolean> missing = takes(Option.flag("--missing", "Only what is missing."));
    private final AnswerOptions options = takes(new AnswerOptions(common));

    public CheckpointsCommand(Environment environment) {
        super(environment, "Checkpoint coverage: per task and overall.", AnswerOptions.EXIT);
    }

    @Override
    public ExitCode call() throws IOException {
        return options.answer(environment, queries -> queries.checkpoints(task.value(), missing.isGiven()));
    }
}
