package dev.waybill.engine.state;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.journal.Event;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.memory.RunMemory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a run's log stands.
///
/// @param head how many events were folded
/// @param clock the run's logical time
/// @param divergedAt where a replay has left its source's way: up to there the two logs are the same
/// @param memory the version of its memory that the run sees
/// @param workspace the change of its workspace that the run sees
public record Position(long head, Instant clock, @Nullable Long divergedAt, long memory, long workspace) {

    static Position start(Instant at) {
        return new Position(0, at, null, 0, 0);
    }

    public boolean diverged() {
        return divergedAt != null;
    }

    Position after(Event event) {
        return new Position(
                head + 1,
                event.timestamp(),
                divergedAt,
                seen(event, RunMemory.SEEN, memory),
                seen(event, RunWorkspace.SEEN, workspace));
    }

    private static long seen(Event event, String member, long before) {
        return event.hidden().get(member) instanceof JsonNumber version
                ? version.asInteger().orElseThrow()
                : before;
    }

    /// A branch has a memory and a workspace of its own, in which nothing is written yet.
    Position apart() {
        return new Position(head, clock, null, 0, 0);
    }

    /// A fork goes its own way, or follows its source: whatever that was once to follow is over.
    Position anew() {
        return new Position(head, clock, null, memory, workspace);
    }

    Position at(Instant time) {
        return new Position(head, time, divergedAt, memory, workspace);
    }

    Position astray(long sequence) {
        return new Position(head, clock, divergedAt == null ? (Long) sequence : divergedAt, memory, workspace);
    }
}
