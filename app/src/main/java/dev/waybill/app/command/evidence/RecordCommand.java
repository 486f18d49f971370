package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRefused;
import dev.waybill.evidence.lifecycle.RunTask;
import dev.waybill.evidence.task.Recorded;
import dev.waybill.evidence.task.TaskStep;
import dev.waybill.journal.store.RunStore;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `waybill evidence record`: brings a ledger of tasks up to date with the runs.
public final class RecordCommand extends ToldCommand {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final LedgerOptions ledger = takes(new LedgerOptions());
    private final Option<Boolean> follow =
            takes(Option.flag("--follow", "Keep running and write events as they happen."));
    private final StoreOptions options = takes(new StoreOptions());

    private final Map<String, List<TaskStep>> recorded = new LinkedHashMap<>();

    public RecordCommand(Environment environment) {
        super(
                environment,
                "Record what runs did in a ledger of tasks: transitions, checkpoints, Assay's verdict at the end.",
                "It can be repeated; existing entries stay as they are. Exit 1: a task ended differently in the ledger.");
    }

    @Override
    public ExitCode call() throws Exception {
        try (RunStore store = opened()) {
            TaskView view = new TaskView(store);
            if (!follow.isGiven()) {
                return ExitCode.of(record(view).refused().isEmpty());
            }
            Farewell.during(environment, () -> follow(store, view));
            return ExitCode.YES;
        }
    }

    /// A command that waits for runs may start before the first one; a path that somebody named must exist already.
    private RunStore opened() {
        return follow.isGiven() && options.isUnused(environment)
                ? options.open(environment)
                : options.openExisting(environment);
    }

    private void follow(RunStore store, TaskView view) throws InterruptedException {
        while (true) {
            long stamp = store.changes().stamp();
            try {
                record(view);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            environment.out().flush();
            store.changes().await(stamp, LOOK_AGAIN);
        }
    }

    private Recorded record(TaskView view) throws IOException {
        List<RunTask> tasks = view.tasks();
        List<TaskStep> steps = new ArrayList<>();
        for (RunTask task : tasks) {
            List<TaskStep> own = task.steps(ledger.repo());
            if (!own.equals(recorded.put(task.id(), own))) {
                steps.addAll(own);
            }
        }
        Recorded result = steps.isEmpty()
                ? new Recorded(List.of(), List.of())
                : ledger.ledger(environment)
                        .record(
                                steps,
                                context -> LedgerOptions.gate(environment)
                                        .check(ledger.repository(), context.environment()));
        if (!follow.isGiven() || !result.isEmpty()) {
            show(tasks.size(), result);
        }
        return result;
    }

    private void show(int tasks, Recorded result) {
        List<JsonValue> refused = new ArrayList<>();
        result.refused().forEach(each -> refused.add(json(each)));
        JsonObject answer = JsonObject.of("tasks", tasks)
                .with("events", new JsonArray(List.copyOf(result.written())))
                .with("refused", new JsonArray(refused));
        answer(answer, out -> text(out, tasks, result));
    }

    private static void text(PrintStream out, int tasks, Recorded result) {
        result.written().forEach(event -> out.println(LedgerLines.text(event)));
        result.refused().forEach(each -> out.println(each.refusal().code() + "  " + each.getMessage()));
        out.println(result.written().size() + " events written, " + tasks + (tasks == 1 ? " task" : " tasks"));
    }

    private static JsonObject json(EvidenceRefused refused) {
        return JsonObject.of("code", refused.refusal().code()).with("message", String.valueOf(refused.getMessage()));
    }
}
