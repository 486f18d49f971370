package dev.waybill.agents.process;

import java.time.Duration;

/// Ends something whose time is up, unless it is done before.
public final class TimeLimit implements AutoCloseable {

    private final Thread thread;
    private volatile boolean late;

    public TimeLimit(AutoCloseable ended, Duration patience) {
        this.thread = Thread.ofVirtual().name("time-limit").start(() -> {
            try {
                Thread.sleep(patience.isNegative() ? Duration.ZERO : patience);
                late = true;
                ended.close();
            } catch (Exception _) {
                // It was done in time, or is gone.
            }
        });
    }

    public boolean isLate() {
        return late;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
