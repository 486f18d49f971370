package dev.waybill.runtime.lane;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// The turns of runs in the background, so many at a time. Whoever fans out into ten thousand runs would otherwise have
/// ten thousand turns in front of everybody else's: at the processors, and in the line of the store's writer.
///
/// The next turn is one of the tenant with the fewest at work; among equals, of the tenant that was served longest ago.
/// No tenant has all places, so that another one's turn begins at once.
public final class TurnQueue {

    /// Enough for a commit to be shared by many, few enough for one batch of the writer.
    static final int PLACES = 64;

    static final int BY_TENANT = 48;

    private final Executor threads;
    private final Map<String, Share> shares = new LinkedHashMap<>();
    private int atWork;
    private long served;

    /// The turns of one tenant.
    private static final class Share {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int atWork;
        private long served;

        private boolean mayBegin() {
            return !waiting.isEmpty() && atWork < BY_TENANT;
        }

        private boolean comesBefore(@Nullable Share other) {
            return other == null || atWork < other.atWork || (atWork == other.atWork && served < other.served);
        }
    }

    /// @param threads where turns run; it must not make them wait
    public TurnQueue(Executor threads) {
        this.threads = threads;
    }

    /// Begins a turn, now or when its tenant is next.
    ///
    /// @throws RejectedExecutionException when the process ends
    public void execute(String tenant, Runnable turn) {
        synchronized (this) {
            shares.computeIfAbsent(tenant, _ -> new Share()).waiting.add(turn);
        }
        beginNext();
    }

    /// How many turns wait.
    synchronized int waiting() {
        return shares.values().stream().mapToInt(share -> share.waiting.size()).sum();
    }

    private void beginNext() {
        Runnable next = next();
        if (next != null) {
            threads.execute(next);
        }
    }

    private synchronized @Nullable Runnable next() {
        String tenant = null;
        Share next = null;
        for (Map.Entry<String, Share> entry : shares.entrySet()) {
            Share share = entry.getValue();
            if (share.mayBegin() && share.comesBefore(next)) {
                tenant = entry.getKey();
                next = share;
            }
        }
        if (tenant == null || next == null || atWork == PLACES) {
            return null;
        }
        Runnable turn = next.waiting.remove();
        next.atWork++;
        next.served = ++served;
        atWork++;
        String whose = tenant;
        return () -> {
            try {
                turn.run();
            } finally {
                end(whose);
            }
        };
    }

    private void end(String tenant) {
        synchronized (this) {
            atWork--;
            shares.computeIfPresent(
                    tenant, (_, share) -> --share.atWork == 0 && share.waiting.isEmpty() ? null : share);
        }
        try {
            beginNext();
        } catch (RejectedExecutionException _) {
            // The process ends at this very moment: what did not begin is found again by whoever takes up its run.
        }
    }
}
