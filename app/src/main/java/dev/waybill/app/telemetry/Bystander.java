package dev.waybill.app.telemetry;

import dev.waybill.engine.decide.Decision;
import dev.waybill.runtime.CommitWatch;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Passes on what was committed, on a thread of its own: runs never wait for who looks on. If that one cannot follow,
/// what it misses is counted and left out; the log has it all.
public final class Bystander implements CommitWatch, AutoCloseable {

    private static final int MOST_WAITING = 16_384;
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    /// Who looks on.
    public interface Onlooker extends AutoCloseable {
        void saw(Decision decision, Duration took);

        /// Nothing more waits to be looked at.
        default void caughtUp() {}

        @Override
        default void close() {}
    }

    private record Seen(@Nullable Decision decision, Duration took) {}

    private static final Seen END = new Seen(null, Duration.ZERO);

    private final Onlooker onlooker;
    private final Consumer<RuntimeException> failed;
    private boolean told;
    private final BlockingQueue<Seen> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong missed = new AtomicLong();
    private final Thread thread;

    /// @param failed hears once when the onlooker fails; runs are not concerned
    public Bystander(String name, Onlooker onlooker, Consumer<RuntimeException> failed) {
        this.onlooker = onlooker;
        this.failed = failed;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::look);
    }

    @Override
    public void committed(Decision decision, Duration took) {
        if (!decision.events().isEmpty() && !waiting.offer(new Seen(decision, took))) {
            missed.incrementAndGet();
        }
    }

    /// How many decisions were left out.
    public long missed() {
        return missed.get();
    }

    private void look() {
        try {
            while (true) {
                Seen seen = waiting.poll(1, TimeUnit.SECONDS);
                if (END.equals(seen)) {
                    break;
                }
                show(seen);
            }
        } catch (InterruptedException _) {
            // Closed in a hurry.
        } finally {
            onlooker.close();
        }
    }

    private void show(@Nullable Seen seen) {
        try {
            if (seen != null && seen.decision() != null) {
                onlooker.saw(seen.decision(), seen.took());
            }
            if (waiting.isEmpty()) {
                onlooker.caughtUp();
            }
        } catch (RuntimeException e) {
            missed.incrementAndGet();
            if (!told) {
                told = true;
                failed.accept(e);
            }
        }
    }

    /// Lets it see what waits, for a few seconds: a receiver that is away does not hold up the end.
    @Override
    public void close() {
        try {
            if (!waiting.offer(END, FAREWELL.toMillis(), TimeUnit.MILLISECONDS) || !thread.join(FAREWELL)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
