package dev.waybill.runtime.trigger;

import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.deliver.DeliveryRound;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/// Keeps triggers going in a process: looks at them whenever one is due, and every second for what others changed.
public final class TriggerLoop implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(5);
    private static final Duration SHUTDOWN = Duration.ofSeconds(5);

    private final Scheduler scheduler;
    private final DeliveryRound failures;
    private final Consumer<String> complaints;
    private final Thread thread;
    private volatile boolean closed;

    public TriggerLoop(
            RunHost host, TriggerCatalog catalog, TriggerDesk desk, InstantSource clock, Consumer<String> complaints) {
        this.scheduler = new Scheduler(host, catalog, clock, complaints);
        this.failures = FailureRound.of(host, desk, clock, complaints);
        this.complaints = complaints;
        this.thread = Thread.ofPlatform().daemon().name("waybill-triggers").unstarted(this::run);
        thread.start();
    }

    private void run() {
        boolean told = false;
        while (!closed) {
            Duration wait = LONGEST_WAIT;
            try {
                wait = scheduler.poll(LONGEST_WAIT);
                failures.run();
                told = false;
            } catch (StoreException e) {
                // The host's own loop tells of a store that is away.
            } catch (RuntimeException e) {
                if (!told) {
                    complaints.accept("triggers cannot be looked at: " + e.getMessage());
                    told = true;
                }
            }
            pause(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait);
        }
    }

    private void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(SHUTDOWN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
