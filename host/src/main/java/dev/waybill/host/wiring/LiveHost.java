package dev.waybill.host.wiring;

import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.feed.EventHub;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A host that is ready, and everything that ends with it. Closing gives its runs back, so that others can take them
/// up at once; it may be done twice, by the program and by a signal.
public final class LiveHost implements AutoCloseable {

    private final RunStore store;
    private final RunHost host;
    private final EventHub events;
    private final @Nullable HostLoop loop;
    private final List<? extends AutoCloseable> beside;
    private boolean closed;

    /// @param events is told what the host commits
    /// @param loop keeps the host going; null for one that only tells runs something
    LiveHost(
            RunStore store,
            RunHost host,
            EventHub events,
            @Nullable HostLoop loop,
            List<? extends AutoCloseable> beside) {
        this.store = store;
        this.host = host;
        this.events = events;
        this.loop = loop;
        this.beside = beside;
    }

    public RunHost host() {
        return host;
    }

    public RunStore store() {
        return store;
    }

    /// What this and other processes commit, as it comes.
    public EventHub events() {
        return events;
    }

    /// Why this host cannot take every write now; empty when it can.
    public Optional<RuntimeException> obstacle() {
        return Optional.<RuntimeException>ofNullable(
                        loop == null ? null : loop.obstacle().orElse(null))
                .or(() -> host.readiness().obstacle());
    }

    /// By the program, or at the hands of a signal while the program is still at work.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        events.close();
        try {
            if (loop == null) {
                host.close();
            } else {
                loop.close();
            }
        } finally {
            beside.forEach(LiveHost::end);
            store.close();
        }
    }

    private static void end(AutoCloseable onlooker) {
        try {
            onlooker.close();
        } catch (Exception _) {
            // It has said what it had to say.
        }
    }
}
