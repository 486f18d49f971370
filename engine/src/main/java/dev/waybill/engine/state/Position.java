package dev.waybill.engine.state;

import java.time.Instant;

/// Where a run's log stands.
///
/// @param head how many events were folded
/// @param clock the run's logical time
/// @param diverged whether a replay has left its source's way
public record Position(long head, Instant clock, boolean diverged) {

    static Position start(Instant at) {
        return new Position(0, at, false);
    }

    Position after(Instant at) {
        return new Position(head + 1, at, diverged);
    }

    Position at(Instant time) {
        return new Position(head, time, diverged);
    }

    Position astray() {
        return new Position(head, clock, true);
    }
}
