package dev.waybill.runtime;

import dev.waybill.journal.Event;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Simulated work reports one fact each time. So each of its ends has one, right before it and of the same moment,
/// however often the work was repeated before its outcome was recorded.
final class Reports {

    private static final List<String> WORK = List.of("test.work", "test.once", "test.doomed");

    private Reports() {}

    /// @param from where the run's own events begin; a branch does anew what its source had not finished
    static void comeOnceWithTheirOutcome(List<Event> events, long from) {
        Map<@Nullable String, List<Event>> attempts = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            Event end = events.get(i);
            List<Event> attempt = attempts.getOrDefault(end.nodeId(), List.of());
            if (i >= from && isOutcomeOfWork(end, attempt)) {
                List<Event> reports = attempt.stream()
                        .filter(event -> event.sequence() >= from && event.fact() instanceof AgentFact)
                        .toList();
                Event before = events.get(i - 1);
                Promise.FACTS_COME_ONCE_WITH_THEIR_OUTCOME.holds(
                        reports.equals(List.of(before)) && before.timestamp().equals(end.timestamp()),
                        () -> end + " comes with " + reports);
            }
            note(end, attempts);
        }
    }

    private static boolean isOutcomeOfWork(Event end, List<Event> attempt) {
        return switch (end.fact()) {
            // A person may have said what became of it. A branch can begin right after the question, before the node
            // was told to wait.
            case NodeFact.NodeCompleted _ ->
                attempt.getFirst().fact() instanceof NodeFact.NodeStarted started
                        && WORK.contains(started.typeId())
                        && attempt.stream()
                                .noneMatch(event -> event.fact() instanceof InterruptFact.InterruptRequested);
            case NodeFact.NodeFailed failed -> failed.error().code().equals("shaky");
            case NodeFact.NodeRetried retried -> retried.lastError().code().equals("shaky");
            default -> false;
        };
    }

    /// Keeps what happened to each node since its last start.
    private static void note(Event event, Map<@Nullable String, List<Event>> attempts) {
        if (event.fact() instanceof NodeFact.NodeStarted) {
            attempts.remove(event.nodeId());
        }
        attempts.computeIfAbsent(event.nodeId(), _ -> new ArrayList<>()).add(event);
    }
}
