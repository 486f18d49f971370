package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.task.TaskStep;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill evidence task`: brings a task into its next state, and writes that down.
public final class TaskCommand extends ToldCommand {

    private final Operand<TaskState> state =
            takes(Operand.choice("STATE", "The state to move to.", List.of(TaskState.values()))
                    .required("a state, such as planned; `waybill evidence task --help` lists them"));
    private final Operand<String> task =
            takes(Operand.text("TASK", "The task's id; with 'planned' it may be omitted, and a new one is created.")
                    .at(1));
    private final LedgerOptions ledger = takes(new LedgerOptions());
    private final StepOptions options = takes(new StepOptions());

    public TaskCommand(Environment environment) {
        super(
                environment,
                "Move a task to its next state: a weave row, a transition, checkpoints, Assay's verdict at the end.",
                "planned, assigned, running, pr_open, ci_pass, review_pass, merged; aborted from any of them.");
    }

    @Override
    public ExitCode call() throws IOException {
        TaskState to = state.given();
        TaskStep step = options.step(environment, id(to), to, ledger.repo());
        List<JsonObject> written = take(step);
        JsonObject answer = JsonObject.of("task_id", step.task())
                .with("state", to.wire())
                .with("events", new JsonArray(List.copyOf(written)));
        return answer(answer, out -> {
            out.println(step.task() + "  " + to.wire());
            written.forEach(event -> out.println(LedgerLines.text(event)));
        });
    }

    private List<JsonObject> take(TaskStep step) throws IOException {
        return ledger.ledger(environment)
                .take(
                        step,
                        context -> LedgerOptions.gate(environment).check(ledger.repository(), context.environment()));
    }

    private String id(TaskState to) {
        @Nullable String given = task.value();
        if (given == null && to != TaskState.PLANNED) {
            throw Failure.usage(
                    "evidence task " + to.wire() + " needs a task id; `waybill evidence tasks` lists them", null);
        }
        return given == null ? ledger.ids.task() : given;
    }
}
