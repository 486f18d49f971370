package dev.waybill.journal;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.Mask;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A fact at its place in a run's log.
///
/// @param sequence dense, from 0
/// @param causationId the event that led to this one
/// @param causationHostId the host of that event, where it is another one; see [EventTypes#tellsHost]
/// @param fact what happened: the payload, typed, and masked where it is sensitive
/// @param hidden what never goes on the wire: versions seen, invocation ids, blob references
public record Event(
        RunId runId,
        long sequence,
        String eventId,
        Instant timestamp,
        @Nullable String causationId,
        @Nullable String causationHostId,
        RunEvent fact,
        EvidenceEnvelope envelope,
        JsonObject hidden) {

    /// An event that nothing on another host led to.
    public Event(
            RunId runId,
            long sequence,
            String eventId,
            Instant timestamp,
            @Nullable String causationId,
            RunEvent fact,
            EvidenceEnvelope envelope,
            JsonObject hidden) {
        this(runId, sequence, eventId, timestamp, causationId, null, fact, envelope, hidden);
    }

    public Event {
        if (sequence < 0) {
            throw new IllegalArgumentException("a sequence is 0 or more, found " + sequence);
        }
        Objects.requireNonNull(fact);
        if (causationHostId != null && (causationId == null || !EventTypes.tellsHost(fact.type()))) {
            throw new IllegalArgumentException(fact.type() + " does not tell the host of its cause");
        }
        timestamp = Times.micros(timestamp);
    }

    public String type() {
        return fact.type();
    }

    public @Nullable String nodeId() {
        return fact.nodeId();
    }

    /// The fact with what the wire does not show: for the run itself, and for what is signed without being shown.
    public RunEvent whole() {
        return hidden.object(Mask.MEMBER).map(parts -> Mask.lifted(fact, parts)).orElse(fact);
    }

    /// The same fact as another run's log shows it: forks read their source's events as their own.
    public Event readAs(RunId run) {
        return run.equals(runId)
                ? this
                : new Event(run, sequence, eventId, timestamp, causationId, causationHostId, fact, envelope, hidden);
    }
}
