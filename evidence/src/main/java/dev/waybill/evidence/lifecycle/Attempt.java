package dev.waybill.evidence.lifecycle;

import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonBool;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunFact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One run at a task, and the states that it brought the task into.
///
/// A state that did not happen is left out: a run without a review goes from running to merged.
///
/// @param moments in the order of the run's log; a state comes once
public record Attempt(String id, RunId run, List<Moment> moments) {

    public Attempt {
        moments = List.copyOf(moments);
    }

    /// @param steps which node brings the task into which state, as the run's definition says
    public static Attempt of(RunHeader header, Iterable<Event> events, Map<String, TaskState> steps) {
        long first = header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        List<Moment> moments = new ArrayList<>();
        Map<String, String> answers = new LinkedHashMap<>();
        for (Event event : events) {
            String node = event.nodeId();
            if (event.fact() instanceof InterruptFact.InterruptResolved answer && answer.resolvedBy() != null) {
                answers.put(answer.nodeId(), answer.resolvedBy());
            }
            if (event.sequence() >= first) {
                String answeredBy = node == null ? null : answers.get(node);
                reached(event, steps, moments.isEmpty()).stream()
                        .filter(state -> isNew(state, moments))
                        .forEach(state -> moments.add(Moment.of(state, event, answeredBy)));
            }
        }
        return new Attempt(TaskIds.attempt(header.runId()), header.runId(), moments);
    }

    /// A run is there, and given to an agent, with its first event.
    private static List<TaskState> reached(Event event, Map<String, TaskState> steps, boolean first) {
        if (first) {
            return List.of(TaskState.PLANNED, TaskState.ASSIGNED);
        }
        return switch (event.fact()) {
            case NodeFact.NodeStarted _ -> List.of(TaskState.RUNNING);
            case NodeFact.NodeCompleted done -> isRejected(done) ? List.of() : known(steps.get(done.nodeId()));
            case RunFact.RunCompleted _ -> List.of(TaskState.MERGED);
            case RunFact.RunFailed _, RunFact.RunCancelled _ -> List.of(TaskState.ABORTED);
            default -> List.of();
        };
    }

    /// A gate that said no is done, and has let nothing pass.
    private static boolean isRejected(NodeFact.NodeCompleted done) {
        return JsonBool.FALSE.equals(done.outputs().get("approved"));
    }

    private static List<TaskState> known(@Nullable TaskState state) {
        return state == null ? List.of() : List.of(state);
    }

    /// Loops come by again: only the first time counts, and nothing after the end.
    private static boolean isNew(TaskState state, List<Moment> moments) {
        return moments.isEmpty() || moments.getLast().state().isBefore(state);
    }

    public boolean isEnded() {
        return !moments.isEmpty() && moments.getLast().state().isTerminal();
    }
}
