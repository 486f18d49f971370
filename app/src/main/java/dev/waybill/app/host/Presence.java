package dev.waybill.app.host;

import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Tells the other processes on a store that this one is there, though it works on no runs: a busy writer leaves room
/// only to those it knows of.
final class Presence implements AutoCloseable {

    /// A store believes for 30 seconds what it was told.
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final RunStore store;
    private final InstantSource clock;
    private final Consumer<? super RuntimeException> trouble;
    private final String kind;
    private final ProcessId process;
    private final Thread heart;

    Presence(
            RunStore store,
            InstantSource clock,
            RandomGenerator random,
            String kind,
            Consumer<? super RuntimeException> trouble) {
        this.store = store;
        this.clock = clock;
        this.trouble = trouble;
        this.kind = kind;
        this.process = new ProcessId(kind + "-" + Long.toHexString(random.nextLong()));
        // No virtual thread: the native calls of a store would pin it.
        this.heart = Thread.ofPlatform().daemon().name("waybill-presence").unstarted(this::beat);
        store.register(process, kind, clock.instant());
        heart.start();
    }

    private void beat() {
        try {
            while (true) {
                Thread.sleep(BEAT);
                sayThatItLives();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// One that stood still for so long that it was forgotten registers again.
    private void sayThatItLives() {
        try {
            if (!store.heartbeat(process, clock.instant())) {
                store.register(process, kind, clock.instant());
            }
        } catch (StoreException e) {
            trouble.accept(e);
        }
    }

    @Override
    public void close() {
        heart.interrupt();
        try {
            heart.join();
            store.unregister(process);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StoreException e) {
            trouble.accept(e);
        }
    }
}
