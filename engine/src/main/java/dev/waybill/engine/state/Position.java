package dev.waybill.engine.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a run's log stands.
///
/// @param head how many events were folded
/// @param clock the run's logical time
/// @param divergedAt where a replay has left its source's way: up to there the two logs are the same
public record Position(long head, Instant clock, @Nullable Long divergedAt) {

    static Position start(Instant at) {
        return new Position(0, at, null);
    }

    public boolean diverged() {
        return divergedAt != null;
    }

    Position after(Instant at) {
        return new Position(head + 1, at, divergedAt);
    }

    Position at(Instant time) {
        return new Position(head, time, divergedAt);
    }

    Position astray(long sequence) {
        return new Position(head, clock, divergedAt == null ? (Long) sequence : divergedAt);
    }
}
