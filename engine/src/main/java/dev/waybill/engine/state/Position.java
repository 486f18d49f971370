package dev.waybill.engine.state;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.journal.Event;
import dev.waybill.journal.memory.RunMemory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a run's log stands.
///
/// @param head how many events were folded
/// @param clock the run's logical time
/// @param divergedAt where a replay has left its source's way: up to there the two logs are the same
/// @param memory the version of its memory that the run sees
public record Position(long head, Instant clock, @Nullable Long divergedAt, long memory) {

    static Position start(Instant at) {
        return new Position(0, at, null, 0);
    }

    public boolean diverged() {
        return divergedAt != null;
    }

    Position after(Event event) {
        long seen = event.hidden().get(RunMemory.SEEN) instanceof JsonNumber version
                ? version.asInteger().orElseThrow()
                : memory;
        return new Position(head + 1, event.timestamp(), divergedAt, seen);
    }

    /// A branch has a memory of its own, in which nothing is written yet.
    Position remembering(long version) {
        return new Position(head, clock, divergedAt, version);
    }

    Position at(Instant time) {
        return new Position(head, time, divergedAt, memory);
    }

    Position astray(long sequence) {
        return new Position(head, clock, divergedAt == null ? (Long) sequence : divergedAt, memory);
    }
}
