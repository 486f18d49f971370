package dev.waybill.store.sql;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Lets many callers share one commit: callers that arrive while a batch is being written join the next one.
///
/// Every writer has a platform thread of its own, because native calls and sockets of a driver would hold up virtual
/// ones. Callers may be of any kind; they wait parked, and are answered after the commit.
///
/// @param <T> what is written; it remembers its answer
public final class GroupCommit<T> implements AutoCloseable {

    private static final Duration WAKE_AGAIN = Duration.ofMillis(20);

    private final int most;
    private final BlockingQueue<Ticket<T>> queue = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;
    private volatile @Nullable StoreException fatal;

    /// @param name what the threads are called
    /// @param most how many items one batch may have
    /// @param writers one thread is started for each
    public GroupCommit(String name, int most, List<? extends BatchWriter<T>> writers) {
        this.most = most;
        for (BatchWriter<T> writer : writers) {
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> drain(writer)));
        }
    }

    /// Returns when the item is durable, or when its answer says that it was not written.
    ///
    /// @throws StoreException when it could not be done
    public void submit(T item) {
        Ticket<T> ticket = new Ticket<>(item);
        queue.add(ticket);
        if (closed) {
            refuseTheRest();
        }
        ticket.await();
    }

    /// How many items wait for the batch in hand to end.
    public int waiting() {
        return queue.size();
    }

    private void drain(BatchWriter<T> writer) {
        List<Ticket<T>> batch = new ArrayList<>(most);
        while (!closed) {
            batch.add(takeFirst());
            writer.prepare();
            queue.drainTo(batch, most - 1);
            batch.removeIf(Ticket::isEmpty);
            write(writer, batch);
            batch.forEach(Ticket::wake);
            batch.clear();
        }
        refuseTheRest();
    }

    private Ticket<T> takeFirst() {
        while (true) {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                // Nobody stops a writer but close(), which does not interrupt: a driver could be in the middle of a
                // write.
            }
        }
    }

    /// One item that cannot be written fails alone: the others of its batch are tried again without it.
    private void write(BatchWriter<T> writer, List<Ticket<T>> batch) {
        if (batch.isEmpty()) {
            return;
        }
        @Nullable StoreException failure = attempt(writer, batch);
        if (failure != null && mayBeOnes(failure) && batch.size() > 1) {
            for (Ticket<T> ticket : batch) {
                ticket.failure = attempt(writer, List.of(ticket));
            }
        } else {
            batch.forEach(ticket -> ticket.failure = failure);
        }
    }

    /// A full disk or a lost connection is nobody's fault: trying each item again would only take longer.
    private static boolean mayBeOnes(StoreException failure) {
        return failure.problem() == StoreProblem.FAILED && !failure.isAmbiguous();
    }

    private @Nullable StoreException attempt(BatchWriter<T> writer, List<Ticket<T>> batch) {
        if (fatal != null) {
            return fatal;
        }
        try {
            writer.write(batch.stream().map(Ticket::item).toList());
            return null;
        } catch (StoreException e) {
            return judged(e);
        } catch (RuntimeException | Error e) {
            return new StoreException(
                    StoreProblem.FAILED, "the store failed in a way it does not know: " + e.getMessage(), e);
        }
    }

    /// After a failed sync nobody knows what the disk holds: writing on would build on sand.
    private StoreException judged(StoreException failure) {
        if (failure.problem() == StoreProblem.SYNC_FAILED) {
            fatal = failure;
        }
        return failure;
    }

    private void refuseTheRest() {
        List<Ticket<T>> rest = new ArrayList<>();
        queue.drainTo(rest);
        for (Ticket<T> ticket : rest) {
            ticket.failure = new StoreException(StoreProblem.FAILED, "the store is closed: open it again", null);
            ticket.wake();
        }
    }

    /// Finishes the batch in hand and refuses what waits behind it.
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                queue.add(new Ticket<>(null));
                try {
                    thread.join(WAKE_AGAIN);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
