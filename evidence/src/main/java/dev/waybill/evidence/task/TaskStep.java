package dev.waybill.evidence.task;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.evidence.EvidenceRefused;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A change of a task's state, as somebody asks for it.
///
/// @param repo the system in whose name the records are written
/// @param said what the envelope shall carry; the chain, the episode and the agent may be left to the task's history
/// @param trace the trace under which Assay puts what the task's worker records; null when no worker is started
/// @param source the run that took the step; null when somebody asks for it now
public record TaskStep(
        String task,
        TaskState to,
        String repo,
        @Nullable String title,
        @Nullable String reason,
        EvidenceEnvelope said,
        @Nullable String trace,
        @Nullable RunSource source) {

    /// A step that somebody asks for now.
    public TaskStep(
            String task,
            TaskState to,
            String repo,
            @Nullable String title,
            @Nullable String reason,
            EvidenceEnvelope said) {
        this(task, to, repo, title, reason, said, null, null);
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
    /// @throws EvidenceRefused when the task cannot take this step
    TaskContext after(TaskHistory history) {
        checkOrder(history);
        return ended(history);
    }

    /// What the records of a task that is there already will carry.
    TaskContext ended(TaskHistory history) {
        // The creation of a task is a true root: only there an id may be made, and it is the task's own.
        String correlation = same("correlation", EvidenceEnvelope.CORRELATION_ID, history.correlation());
        EvidenceEnvelope carried = said.with(EvidenceEnvelope.CORRELATION_ID, correlation == null ? task : correlation);
        carried = with(
                carried, EvidenceEnvelope.EPISODE_ID, same("episode", EvidenceEnvelope.EPISODE_ID, history.episode()));
        carried = with(
                carried,
                EvidenceEnvelope.AGENT_ID,
                said.text(EvidenceEnvelope.AGENT_ID).orElse(history.agent()));
        return new TaskContext(repo, task, carried);
    }

    private static EvidenceEnvelope with(EvidenceEnvelope envelope, String name, @Nullable String value) {
        return value == null ? envelope : envelope.with(name, value);
    }

    /// What a task belongs to is said once.
    private @Nullable String same(String what, String member, @Nullable String known) {
        String given = said.text(member).orElse(null);
        if (given != null && known != null && !given.equals(known)) {
            throw new EvidenceRefused(
                    what.toUpperCase(Locale.ROOT) + "_CHANGED",
                    "task %s belongs to %s %s, found %s; leave it out or give the same one"
                            .formatted(task, what, known, given));
        }
        return known == null ? given : known;
    }

    private void checkOrder(TaskHistory history) {
        TaskState from = history.state();
        if (from == null && to != TaskState.PLANNED) {
            throw new EvidenceRefused(
                    "TASK_UNKNOWN", "there is no task " + task + " here yet; its first state is planned");
        }
        if (from != null && !mayFollow(from)) {
            throw new EvidenceRefused(
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
}
