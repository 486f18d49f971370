package dev.waybill.evidence.lifecycle;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.task.RunSource;
import dev.waybill.evidence.task.TaskStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What somebody wanted done, and the runs that tried.
///
/// @param attempts oldest first
public record RunTask(String id, String episode, String correlation, String title, List<Attempt> attempts) {

    public RunTask {
        attempts = List.copyOf(attempts);
    }

    /// The task's way through its states, whichever attempt took it there.
    ///
    /// It is merged with the first attempt that is; it is aborted when none was and none is left.
    public List<Moment> moments() {
        List<Moment> all = attempts.stream()
                .flatMap(attempt -> attempt.moments().stream())
                .sorted(Moment.IN_TIME)
                .toList();
        List<Moment> way = new ArrayList<>();
        for (Moment moment : all) {
            boolean counts = moment.state() != TaskState.ABORTED;
            if (counts && (way.isEmpty() || way.getLast().state().isBefore(moment.state()))) {
                way.add(moment);
            }
        }
        aborted(all, way).ifPresent(way::add);
        return way;
    }

    private Optional<Moment> aborted(List<Moment> all, List<Moment> way) {
        boolean over = attempts.stream().allMatch(Attempt::isEnded)
                && way.stream().noneMatch(moment -> moment.state() == TaskState.MERGED);
        return over
                ? all.reversed().stream()
                        .filter(moment -> moment.state() == TaskState.ABORTED)
                        .findFirst()
                : Optional.empty();
    }

    /// What a ledger is to write down.
    ///
    /// @param repo the system in whose name it does
    public List<TaskStep> steps(String repo) {
        return moments().stream().map(moment -> step(moment, repo)).toList();
    }

    private TaskStep step(Moment moment, String repo) {
        return new TaskStep(
                id,
                moment.state(),
                repo,
                title,
                null,
                said(moment),
                null,
                new RunSource(moment.run().value(), moment.event(), TaskIds.attempt(moment.run()), moment.at()));
    }

    /// All that the event carries; the first event has named the task and its chain.
    private EvidenceEnvelope said(Moment moment) {
        JsonObject members = moment.envelope().members().without(EvidenceEnvelope.TASK_ID);
        EvidenceEnvelope said = new EvidenceEnvelope(members).with(EvidenceEnvelope.CORRELATION_ID, correlation);
        return moment.state() == TaskState.PLANNED ? said.with(EvidenceEnvelope.EPISODE_ID, episode) : said;
    }

    /// Where it stands.
    public TaskState state() {
        return moments().getLast().state();
    }
}
