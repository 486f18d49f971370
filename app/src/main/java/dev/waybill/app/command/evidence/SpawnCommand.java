package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.task.GateReport;
import dev.waybill.evidence.task.TaskStep;
import dev.waybill.evidence.task.WorkerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `waybill evidence spawn`: starts a worker for an assigned task, so that what it records joins the task's chain.
public final class SpawnCommand extends ToldCommand {

    private final Operand<String> task = takes(Operand.text("TASK", "The task that the worker is for.")
            .required("a task id; `waybill evidence tasks` lists them"));
    private final Operand<List<String>> words =
            takes(Operand.texts("COMMAND", "The worker's program and its arguments; put -- before them.")
                    .required("a program to start, after --")
                    .at(1));
    private final Option<Path> prompt = takes(Option.path(
            "--prompt", "FILE", "The worker's instructions; their digest is recorded (default: the title)."));
    private final LedgerOptions ledger = takes(new LedgerOptions());
    private final StepOptions options = takes(new StepOptions());

    public SpawnCommand(Environment environment) {
        super(
                environment,
                "Start a worker for a task: the task is running from now on, and the worker knows its chain.",
                "The worker finds ASSAY_TRACE_ID, EWP_CORRELATION_ID and EWP_TASK_ID in its environment.",
                "Exit: the worker's own code, or 3 if it could not be started.");
    }

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        String id = task.given();
        WorkerContext context = context();
        String trace = ledger.ids.trace(environment.clock().instant());
        JsonObject transition =
                start(options.step(environment, id, TaskState.RUNNING, ledger.repo(), context.hash(), trace));
        String correlation = transition.string(EvidenceEnvelope.CORRELATION_ID).orElse(id);
        ProcessBuilder worker = new ProcessBuilder(words.given()).inheritIO();
        worker.environment().putAll(context.environment(trace, id, correlation));
        return worker.start().waitFor() == 0 ? ExitCode.YES : ExitCode.NO;
    }

    private JsonObject start(TaskStep step) throws IOException {
        return ledger.ledger(environment)
                .take(step, _ -> GateReport.degraded("the task goes on"))
                .getFirst()
                .object("payload")
                .orElse(JsonObject.EMPTY);
    }

    private WorkerContext context() throws IOException {
        Path file = prompt.value();
        return file == null ? WorkerContext.of(options.title(), null, null) : new WorkerContext(Files.readString(file));
    }
}
