package dev.waybill.evidence.lifecycle;

import dev.waybill.base.TaskState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import java.time.Instant;
import java.util.Comparator;

/// A task's coming into a state, and the event of a run that says so.
public record Moment(TaskState state, Instant at, RunId run, String eventId, long sequence) {

    static final Comparator<Moment> IN_TIME = Comparator.comparing(Moment::at)
            .thenComparing(moment -> moment.run().value())
            .thenComparingLong(Moment::sequence)
            .thenComparing(Moment::state);

    static Moment of(TaskState state, Event event) {
        return new Moment(state, event.timestamp(), event.runId(), event.eventId(), event.sequence());
    }

    /// The event's name among the records of all systems, without its repo.
    public String event() {
        return run + "/" + eventId;
    }
}
