package dev.waybill.journal.event;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// One fact of a run, in the past tense. A new fact fails to compile until every fold has a place for it.
public sealed interface RunEvent
        permits RunFact,
                NodeFact,
                ActivityFact,
                InterruptFact,
                DataFact,
                OrchestratorFact,
                HandOverFact,
                VerdictFact,
                ReplayFact,
                UnknownFact {

    /// The name on the wire.
    default String type() {
        return EventTypes.of(this).name();
    }

    /// The node that the fact is about, where it is about one.
    default @Nullable String nodeId() {
        return null;
    }

    /// What the wire shows. It holds neither its own run's id nor anything that differs when the run is replayed.
    default JsonValue payload() {
        return EventTypes.of(this).payload(this);
    }
}
