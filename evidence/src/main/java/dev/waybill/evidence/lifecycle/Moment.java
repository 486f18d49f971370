package dev.waybill.evidence.lifecycle;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A task's coming into a state, and the event of a run that says so.
///
/// @param envelope what the event carries, under the policy of its own time; with the person who answered, where the
///     state rests on an answer
public record Moment(TaskState state, Instant at, RunId run, String eventId, long sequence, EvidenceEnvelope envelope) {

    static final Comparator<Moment> IN_TIME = Comparator.comparing(Moment::at)
            .thenComparing(moment -> moment.run().value())
            .thenComparingLong(Moment::sequence)
            .thenComparing(Moment::state);

    static Moment of(TaskState state, Event event, @Nullable String answeredBy) {
        EvidenceEnvelope envelope = event.envelope();
        return new Moment(
                state,
                event.timestamp(),
                event.runId(),
                event.eventId(),
                event.sequence(),
                answeredBy == null || envelope.isEmpty()
                        ? envelope
                        : envelope.with(EvidenceEnvelope.AGENT_ID, answeredBy));
    }

    /// The event's name among the records of all systems, without its repo.
    public String event() {
        return run + "/" + eventId;
    }
}
