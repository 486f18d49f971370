package dev.waybill.runtime.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/// Somebody who watches one run. Read by one thread.
public final class Watcher implements AutoCloseable {

    private final Consumer<Watcher> leaves;
    private final ArrayDeque<Frame> unread = new ArrayDeque<>();
    private long missed;
    private boolean closed;

    Watcher(Consumer<Watcher> leaves) {
        this.leaves = leaves;
    }

    /// What came since the last look.
    ///
    /// @param missed how many frames before these were dropped, because too many were unread
    public record Look(List<Frame> frames, long missed) {
        public Look {
            frames = List.copyOf(frames);
        }
    }

    synchronized void offer(Frame frame) {
        if (closed) {
            return;
        }
        if (unread.size() == LiveFrames.MOST_UNREAD) {
            unread.remove();
            missed++;
        }
        unread.add(frame);
        notifyAll();
    }

    /// Everything unread, at once when there is something; nothing when the time has passed or the watcher is closed.
    public synchronized Look look(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long left = patience.toNanos();
        while (unread.isEmpty() && !closed && left > 0) {
            // Rounded up: a wait of 0 would be for ever.
            wait(left / 1_000_000 + 1);
            left = end - System.nanoTime();
        }
        Look look = new Look(List.copyOf(unread), missed);
        unread.clear();
        missed = 0;
        return look;
    }

    /// Whether nothing more will come.
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        leaves.accept(this);
    }
}
