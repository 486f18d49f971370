package dev.waybill.journal.store;

import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// One run's events in order, read page by page.
public final class EventPages implements Iterator<Event> {

    private static final int PAGE = 1_000;

    private final RunReads log;
    private final RunId run;
    private final ArrayDeque<StoredEvent> page = new ArrayDeque<>();
    private long next;

    public EventPages(RunReads log, RunId run) {
        this.log = log;
        this.run = run;
    }

    @Override
    public boolean hasNext() {
        if (page.isEmpty()) {
            page.addAll(log.events(run, next, PAGE));
        }
        return !page.isEmpty();
    }

    @Override
    public Event next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the log of " + run + " has ended");
        }
        next++;
        return EventCodec.decode(run, page.remove());
    }
}
