package dev.waybill.evidence.task;

import dev.waybill.base.TaskState;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A change of a task's state, as somebody asks for it. What is null is taken from the task's history.
///
/// @param repo the system in whose name the records are written
/// @param contextHash the digest of what a worker was given, when one is started
/// @param source the run that took the step; null when somebody asks for it now
public record TaskStep(
        String task,
        TaskState to,
        String repo,
        @Nullable String title,
        @Nullable String reason,
        @Nullable String correlation,
        @Nullable String episode,
        @Nullable String agent,
        @Nullable String policyVersion,
        @Nullable String contextHash,
        @Nullable RunSource source) {

    /// A step that somebody asks for now.
    public TaskStep(
            String task,
            TaskState to,
            String repo,
            @Nullable String title,
            @Nullable String reason,
            @Nullable String correlation,
            @Nullable String episode,
            @Nullable String agent,
            @Nullable String policyVersion,
            @Nullable String contextHash) {
        this(task, to, repo, title, reason, correlation, episode, agent, policyVersion, contextHash, null);
    }

    /// Whether the task has been there. One that has ended otherwise has not, and never will.
    boolean isTaken(TaskHistory history) {
        TaskState known = history.state();
        return known != null && (known == to || (!known.isBefore(to) && !to.isTerminal()));
    }

    /// A writer that died between a task's end and its receipt is followed by one that asks for the same end again.
    boolean isReceiptMissing(TaskHistory history) {
        return to.isTerminal() && history.state() == to && !history.receipted();
    }

    /// What the records will carry.
    ///
    /// @throws TaskRefused when the task cannot take this step
    TaskContext after(TaskHistory history) {
        checkOrder(history);
        return ended(history);
    }

    /// What the records of a task that is there already will carry.
    TaskContext ended(TaskHistory history) {
        return new TaskContext(
                repo,
                task,
                correlation(history),
                same("episode", episode, history.episode()),
                or(agent, history.agent()),
                policyVersion,
                contextHash);
    }

    /// The creation of a task is a true root: only there an id may be made, and it is the task's own.
    private String correlation(TaskHistory history) {
        String known = same("correlation", correlation, history.correlation());
        return known == null ? task : known;
    }

    /// What a task belongs to is said once.
    private @Nullable String same(String what, @Nullable String given, @Nullable String known) {
        if (given != null && known != null && !given.equals(known)) {
            throw new TaskRefused(
                    what.toUpperCase(Locale.ROOT) + "_CHANGED",
                    "task %s belongs to %s %s, found %s; leave it out or give the same one"
                            .formatted(task, what, known, given));
        }
        return known == null ? given : known;
    }

    private void checkOrder(TaskHistory history) {
        TaskState from = history.state();
        if (from == null && to != TaskState.PLANNED) {
            throw new TaskRefused("TASK_UNKNOWN", "there is no task " + task + " here yet; its first state is planned");
        }
        if (from != null && !mayFollow(from)) {
            throw new TaskRefused(
                    "TASK_STATE",
                    "task %s is %s; expected one of %s, found %s"
                            .formatted(
                                    task,
                                    from.wire(),
                                    from.next().stream().map(TaskState::wire).toList(),
                                    to.wire()));
        }
    }

    /// A run takes only the steps that its workflow has; a person takes them one by one.
    private boolean mayFollow(TaskState from) {
        return source == null ? from.next().contains(to) : from.isBefore(to);
    }

    private static @Nullable String or(@Nullable String given, @Nullable String known) {
        return given == null ? known : given;
    }
}
