package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.lifecycle.RunTask;
import dev.waybill.journal.store.RunStore;
import dev.waybill.view.evidence.TaskRows;
import java.util.ArrayList;
import java.util.List;

/// `waybill evidence tasks`: runs as attempts at tasks, from planned to merged.
public final class TasksCommand extends ToldCommand {

    private final Operand<String> task =
            takes(Operand.text("TASK", "Only this one, state by state: its id or a run's, or a unique prefix."));
    private final StoreOptions options = takes(new StoreOptions());

    public TasksCommand(Environment environment) {
        super(
                environment,
                "Show the tasks that runs are attempts at, and where each stands.",
                "A run's start, its steps with \"taskState\" and its end determine the state. Record them for"
                        + " others with 'waybill evidence record'.");
    }

    @Override
    public ExitCode call() throws Exception {
        List<RunTask> all = all();
        String wanted = task.value();
        return answer(wanted == null ? all : List.of(one(all, wanted)), wanted != null);
    }

    private List<RunTask> all() throws Exception {
        if (options.isUnused(environment)) {
            return List.of();
        }
        try (RunStore store = options.openToRead(environment)) {
            return new TaskView(store).tasks();
        }
    }

    private ExitCode answer(List<RunTask> shown, boolean whole) {
        List<JsonValue> rows = new ArrayList<>();
        shown.forEach(each -> rows.add(TaskRows.json(each)));
        JsonObject answer = JsonObject.of("tasks", new JsonArray(rows));
        new Output(environment, common.json()).answer(answer, out -> out.print(text(shown, whole)));
        return ExitCode.YES;
    }

    private String text(List<RunTask> shown, boolean whole) {
        if (shown.isEmpty()) {
            return "There are no tasks, because there are no runs. Start one with 'waybill run FILE'.\n";
        }
        String rows = TaskRows.text(shown, environment.clock().instant(), common.terminal());
        return whole ? rows + "\n" + TaskRows.way(shown.getFirst(), common.terminal()) : rows;
    }

    private static RunTask one(List<RunTask> all, String wanted) {
        List<RunTask> found = all.stream().filter(each -> isMeant(each, wanted)).toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw new Failure(
                ExitCode.NO,
                found.isEmpty() ? "task_not_found" : "task_ambiguous",
                (found.isEmpty() ? "no task or run begins with " : found.size() + " tasks or runs begin with ")
                        + wanted,
                found.isEmpty() ? "See 'waybill evidence tasks'." : "Give more of the id.");
    }

    private static boolean isMeant(RunTask task, String wanted) {
        return task.id().startsWith(wanted)
                || task.attempts().stream()
                        .anyMatch(attempt -> attempt.run().value().startsWith(wanted)
                                || attempt.id().startsWith(wanted));
    }
}
