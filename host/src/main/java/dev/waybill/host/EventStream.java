package dev.waybill.host;

import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.feed.EventFeed;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// A run's events: first those that are there, then those that come, up to its end. Waiting for the next one blocks; a
/// thread that is interrupted meanwhile, or a stream that is closed, sees the end. For one reader.
public final class EventStream implements Iterable<Event>, Iterator<Event>, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RunId run;
    private final EventFeed feed;
    private @Nullable Event next;

    EventStream(RunId run, EventFeed feed) {
        this.run = run;
        this.feed = feed;
    }

    @Override
    public Iterator<Event> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && !feed.isEnded()) {
                next = feed.next(PATIENCE)
                        .map(stored -> EventCodec.decode(run, stored))
                        .orElse(null);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
        return next != null;
    }

    @Override
    public Event next() {
        Event event = hasNext() ? next : null;
        if (event == null) {
            throw new NoSuchElementException("the events of " + run + " have ended");
        }
        next = null;
        return event;
    }

    @Override
    public void close() {
        feed.close();
    }
}
