package dev.waybill.view.guided;

import dev.waybill.engine.state.GuidedFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What agents wrote when they acknowledged steps or in their middle, and what was not accepted, from a guided run's
/// events.
final class StepNotes {

    private final Map<Long, String> notes = new LinkedHashMap<>();
    private final Map<Long, Integer> blocked = new LinkedHashMap<>();
    private final Map<Long, String> checkpoints = new LinkedHashMap<>();
    private final Map<Long, Instant> times = new LinkedHashMap<>();

    void take(Event event) {
        times.put(event.sequence(), event.timestamp());
        Long from = GuidedFold.from(event);
        switch (event.fact()) {
            // The place that an acknowledgement makes is the event right behind it.
            case NodeFact.NodeCompleted it ->
                it.outputs()
                        .string("notesMarkdown")
                        .ifPresent(text -> notes.put(event.sequence() + 1, firstLine(text)));
            case DataFact.LogAppended _ when from != null -> beside(from, GuidedFold.checkpoint(event));
            default -> {}
        }
    }

    /// What happened at a place without leaving it.
    private void beside(long place, @Nullable String checkpoint) {
        if (checkpoint == null) {
            blocked.merge(place, 1, Integer::sum);
        } else {
            checkpoints.put(place, firstLine(checkpoint));
        }
    }

    private static String firstLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }

    /// Of the acknowledgement that led to a place; empty when there were none.
    String at(long place) {
        return notes.getOrDefault(place, "");
    }

    int blocked(long place) {
        return blocked.getOrDefault(place, 0);
    }

    /// The first line of the newest; null when there is none.
    @Nullable
    String checkpoint(long place) {
        return checkpoints.get(place);
    }

    Instant time(long place) {
        return times.getOrDefault(place, Instant.EPOCH);
    }
}
