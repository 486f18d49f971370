package dev.waybill.doors.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The responses that stay open. A server that stops ends them at once: they have no end of their own to wait for.
final class OpenStreams {

    /// What became of the wish to open one more.
    enum Entry {
        OPEN,
        TOO_MANY,
        TOO_MANY_OF_ONE,
        STOPPING
    }

    private final StreamSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Map<EventStream, String> open = new HashMap<>();
    private boolean stopping;

    OpenStreams(StreamSettings settings) {
        this.settings = settings;
    }

    StreamSettings settings() {
        return settings;
    }

    Entry begin(EventStream stream, String holder) {
        lock.lock();
        try {
            if (stopping) {
                return Entry.STOPPING;
            }
            if (open.size() >= settings.most()) {
                return Entry.TOO_MANY;
            }
            if (open.values().stream().filter(holder::equals).count() >= settings.mostOfOne()) {
                return Entry.TOO_MANY_OF_ONE;
            }
            open.put(stream, holder);
            return Entry.OPEN;
        } finally {
            lock.unlock();
        }
    }

    void end(EventStream stream) {
        lock.lock();
        try {
            open.remove(stream);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Tells all streams to say farewell, and gives them a moment for it. One whose reader takes nothing is cut.
    void close(Duration patience) {
        stop().forEach(stream -> stream.end(EventStream.STOPPING));
        long wait = patience.toNanos();
        lock.lock();
        try {
            while (!open.isEmpty() && wait > 0) {
                wait = left.awaitNanos(wait);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private List<EventStream> stop() {
        lock.lock();
        try {
            stopping = true;
            return List.copyOf(open.keySet());
        } finally {
            lock.unlock();
        }
    }
}
