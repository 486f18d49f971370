package dev.waybill.evidence.lifecycle;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Gathers runs into the tasks that they are attempts at.
///
/// A run that somebody started is a task's first attempt, and every branch of it is another one. A task is called as
/// its caller called it; else its name follows from the first run. Children work for their parent's task, and replays
/// are no evidence: neither is an attempt.
public final class RunTasks {

    private final Function<RunId, Optional<RunHeader>> headers;
    private final Map<String, RunTask> tasks = new LinkedHashMap<>();

    /// @param headers finds the run that another one was forked from
    public RunTasks(Function<RunId, Optional<RunHeader>> headers) {
        this.headers = headers;
    }

    public static boolean isAttempt(RunHeader header) {
        return !(header.origin() instanceof Origin.Child) && !header.isReplay();
    }

    /// Runs are added oldest first. One that has done nothing yet is no attempt so far.
    public void add(RunHeader header, Attempt attempt) {
        if (isAttempt(header) && !attempt.moments().isEmpty()) {
            RunTask one = task(root(header), header, attempt);
            tasks.merge(one.id(), one, RunTasks::joined);
        }
    }

    /// The run at the beginning of all forks. One that is gone is still known by its name.
    private RunHeader root(RunHeader header) {
        RunHeader root = header;
        while (root.origin() instanceof Origin.Fork fork) {
            Optional<RunHeader> source = headers.apply(fork.source());
            if (source.isEmpty()) {
                return root;
            }
            root = source.get();
        }
        return root;
    }

    private static RunTask task(RunHeader root, RunHeader header, Attempt attempt) {
        EvidenceEnvelope caller =
                new EvidenceEnvelope(header.options().object(RunEnvelope.OPTION).orElse(JsonObject.EMPTY));
        return new RunTask(
                caller.text(EvidenceEnvelope.TASK_ID).orElseGet(() -> TaskIds.task(root.runId())),
                caller.text(EvidenceEnvelope.EPISODE_ID).orElseGet(() -> TaskIds.episode(root)),
                header.correlationId(),
                header.definitionId(),
                List.of(attempt));
    }

    /// Who came first gives the task its names.
    private static RunTask joined(RunTask known, RunTask more) {
        List<Attempt> attempts = new ArrayList<>(known.attempts());
        attempts.addAll(more.attempts());
        return new RunTask(known.id(), known.episode(), known.correlation(), known.title(), attempts);
    }

    /// In the order in which their first runs were added.
    public List<RunTask> tasks() {
        return List.copyOf(tasks.values());
    }
}
