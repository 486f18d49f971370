package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.TaskState;
import java.io.IOException;
import java.util.List;

/// `waybill evidence policy-at`: which policy was active when a task reached a state, or a commit was made?
public final class PolicyAtCommand extends ToldCommand {

    private final Operand<String> task =
            takes(Operand.text("TASK", "The id of a task, the hash of a commit, or a unique prefix.")
                    .required("a task id, or a commit's hash; `waybill evidence tasks` lists tasks"));
    private final Option<TaskState> event = takes(
            Option.choice("--event", "STATE", "The state it reached (default: merged).", List.of(TaskState.values())));
    private final AnswerOptions options = takes(new AnswerOptions(common));

    public PolicyAtCommand(Environment environment) {
        super(
                environment,
                "Which policy was active when a task merged or reached another state, or when a commit was made.",
                AnswerOptions.EXIT);
    }

    @Override
    public ExitCode call() throws IOException {
        String state = event.orElse(TaskState.MERGED).wire();
        return options.answer(environment, queries -> queries.policyAt(task.given(), state));
    }
}
