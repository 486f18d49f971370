package dev.waybill.engine.state;

import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How a run that is coming to its end will end.
public sealed interface Ending {

    /// The event that began the end.
    EventRef event();

    /// The same with its deadline moved.
    default Ending shifted(Duration by) {
        return this;
    }

    record Failing(RunError error, @Nullable String failedNodeId, EventRef event) implements Ending {}

    /// @param graceUntil until then outcomes of what is at work are recorded
    record Cancelling(
            @Nullable String reason,
            @Nullable String by,
            @Nullable String parentRunId,
            Instant graceUntil,
            EventRef event)
            implements Ending {
        @Override
        public Ending shifted(Duration by) {
            return new Cancelling(reason, this.by, parentRunId, graceUntil.plus(by), event);
        }
    }
}
