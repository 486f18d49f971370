package dev.waybill.doors.http;

import dev.waybill.journal.StoredEvent;
import java.time.Duration;
import java.util.List;

/// How the events of a run become the frames of one stream. One framing serves one reader, so it may remember.
public interface Framing {

    /// What goes out before any event.
    default List<Frame> first() {
        return List.of();
    }

    /// What goes out with an event; none when the reader does not care for it, or when it is held back.
    List<Frame> frames(StoredEvent event);

    /// What goes out when no more events are at hand, or when the wait for one is over.
    default List<Frame> caughtUp() {
        return List.of();
    }

    /// What goes out behind the last event.
    default List<Frame> last() {
        return List.of();
    }

    /// Whether something is held back.
    default boolean holds() {
        return false;
    }

    /// How long to wait for the next event.
    ///
    /// @param most a reader who hears nothing for so long may think that the stream is dead
    default Duration patience(Duration most) {
        return most;
    }
}
