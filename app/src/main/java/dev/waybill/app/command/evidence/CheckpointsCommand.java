package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import java.io.IOException;

/// `waybill evidence checkpoints`: how many critical states have their receipt.
public final class CheckpointsCommand implements Command {

    private final Environment environment;

    private final Operand<String> task = Operand.text("TASK", "One task (default: all).");
    private final Option<Boolean> missing = Option.flag("--missing", "Only what is missing.");
    private final AnswerOptions options = new AnswerOptions();

    public CheckpointsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Checkpoint coverage: per task and overall.", task, missing, options)
                .footer(QuestionHelp.EXIT);
    }

    @Override
    public ExitCode call() throws IOException {
        return options.answer(environment, queries -> queries.checkpoints(task.value(), missing.isGiven()));
    }
}
