package dev.waybill.view.evidence;

import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.lifecycle.Attempt;
import dev.waybill.evidence.lifecycle.Moment;
import dev.waybill.evidence.lifecycle.RunTask;
import dev.waybill.journal.event.Times;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Tasks as a list shows them.
public final class TaskRows {

    private TaskRows() {}

    public static String text(List<RunTask> tasks, Instant now, Surface surface) {
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.NUMBER, Column.TEXT, Column.TEXT)
                .head("TASK", "STATE", "SINCE", "ATTEMPTS", "EPISODE", "WORKFLOW");
        for (RunTask task : tasks) {
            Moment last = task.moments().getLast();
            table.row(
                    Cell.of(task.id()),
                    new Cell(last.state().wire(), style(last.state())),
                    Cell.of(Elapsed.ago(Duration.between(last.at(), now))),
                    Cell.of(String.valueOf(task.attempts().size())),
                    Cell.of(task.episode()),
                    Cell.of(task.title()));
        }
        return table.render(surface);
    }

    /// One task, state by state.
    public static String way(RunTask task, Surface surface) {
        Table table = new Table(Column.TEXT, Column.TEXT, Column.TEXT).head("STATE", "SINCE", "BY");
        task.moments()
                .forEach(moment -> table.row(
                        new Cell(moment.state().wire(), style(moment.state())),
                        Cell.of(Times.format(moment.at())),
                        Cell.of(moment.run().value())));
        return table.render(surface);
    }

    private static Style style(TaskState state) {
        return switch (state) {
            case MERGED -> Style.GOOD;
            case ABORTED -> Style.BAD;
            default -> Style.PLAIN;
        };
    }

    public static JsonObject json(RunTask task) {
        List<JsonValue> attempts = new ArrayList<>();
        task.attempts().forEach(attempt -> attempts.add(json(attempt)));
        return JsonObject.of("task_id", task.id())
                .with("state", task.state().wire())
                .with("episode_id", task.episode())
                .with("correlation_id", task.correlation())
                .with("title", task.title())
                .with("states", states(task.moments()))
                .with("attempts", new JsonArray(attempts));
    }

    private static JsonObject json(Attempt attempt) {
        return JsonObject.of("attempt_id", attempt.id())
                .with("run_id", attempt.run().value())
                .with("states", states(attempt.moments()));
    }

    private static JsonArray states(List<Moment> moments) {
        List<JsonValue> states = new ArrayList<>();
        moments.forEach(
                moment -> states.add(JsonObject.of("state", moment.state().wire())
                        .with("at", Times.format(moment.at()))
                        .with("run_event", moment.event())));
        return new JsonArray(states);
    }
}
