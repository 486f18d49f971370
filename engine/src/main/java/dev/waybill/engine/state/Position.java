package dev.waybill.engine.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a run's log stands.
///
/// @param head how many events were folded
/// @param clock the run's logical time
/// @param diverged whether a replay has left its source's way
public record Position(long head, Instant clock, @Nullable String lastEventId, boolean diverged) {

    static Position start(Instant at) {
        return new Position(0, at, null, false);
    }

    Position after(String eventId, Instant at) {
        return new Position(head + 1, at, eventId, diverged);
    }

    Position at(Instant time) {
        return new Position(head, time, lastEventId, diverged);
    }

    Position astray() {
        return new Position(head, clock, lastEventId, true);
    }
}
