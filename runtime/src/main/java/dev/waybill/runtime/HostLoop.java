package dev.waybill.runtime;

import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps a host going: heartbeats, claims, deadlines. The two threads are platform threads, because a store's native
/// calls would pin virtual ones.
public final class HostLoop implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofMillis(250);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(2);
    private static final Duration SHUTDOWN = Duration.ofSeconds(5);

    private final RunHost host;
    private final ExecutorService threads;
    private final Consumer<StoreException> fatal;
    private final Thread poller;
    private final Thread heart;
    private volatile boolean closed;
    private volatile @Nullable StoreException obstacle;

    /// @param threads what the host was given to work on; closed with the loop
    /// @param fatal told when the store fails; the loop goes on trying
    public HostLoop(RunHost host, ExecutorService threads, Consumer<StoreException> fatal) {
        this.host = host;
        this.threads = threads;
        this.fatal = fatal;
        this.poller = Thread.ofPlatform().daemon().name("waybill-poll").unstarted(this::poll);
        this.heart = Thread.ofPlatform().daemon().name("waybill-heartbeat").unstarted(this::beat);
        poller.start();
        heart.start();
    }

    /// A virtual thread for everything that is to be done. How many activities there are at a time is for their lanes
    /// to say; a turn never waits for a thread.
    public static ExecutorService threads() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    private void poll() {
        Changes calls = host.store().calls();
        while (!closed) {
            try {
                long stamp = calls.stamp();
                if (host.poll() == 0) {
                    calls.await(stamp, atLeast(SHORTEST_WAIT, host.untilDue(LONGEST_WAIT)));
                }
            } catch (StoreException e) {
                fatal.accept(e);
                pause();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /// A deadline that is being worked on is still due: it must not make the loop spin.
    private static Duration atLeast(Duration least, Duration wanted) {
        return wanted.compareTo(least) < 0 ? least : wanted;
    }

    private void beat() {
        while (!closed) {
            Duration next = host.settings().heartbeat();
            try {
                host.heartbeat();
                obstacle = null;
            } catch (StoreException e) {
                obstacle = e;
                fatal.accept(e);
                next = next.compareTo(LONGEST_WAIT) < 0 ? next : LONGEST_WAIT;
            }
            pause(next);
        }
    }

    /// Why the host cannot write down that it lives, and so cannot write anything; empty when it can.
    public Optional<StoreException> obstacle() {
        StoreException known = obstacle;
        return known != null || host.isHeard()
                ? Optional.ofNullable(known)
                : Optional.of(new StoreException(StoreProblem.UNREACHABLE, "the store does not answer", null));
    }

    private void pause() {
        pause(LONGEST_WAIT);
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
        poller.interrupt();
        heart.interrupt();
        try {
            // First who hands out work, then those who do it: work for nobody would be refused with a stack trace.
            poller.join(SHUTDOWN);
            host.beginNoMore();
            threads.shutdownNow();
            boolean _ = threads.awaitTermination(SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
            heart.join(SHUTDOWN);
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
        host.close();
    }
}
