package dev.waybill.store.sql;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets many callers share one commit: callers that arrive while a batch is being written join the next one.
///
/// Every writer has a platform thread of its own, because native calls and sockets of a driver would hold up virtual
/// ones. Callers may be of any kind; they wait parked, and are answered after the commit.
///
/// @param <T> what is written; it remembers its answer
public final class GroupCommit<T> implements AutoCloseable {

    private final int most;
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    /// Callers that wait, and all that follows, are guarded by the lock.
    private final ArrayDeque<Ticket<T>> queue = new ArrayDeque<>();

    /// Writers that wait for work, the last one to finish first: its connection and all that lies behind it is warm.
    private final ArrayDeque<Condition> idle = new ArrayDeque<>();

    private final Gathering gathering;
    private boolean closed;
    private volatile @Nullable StoreException fatal;

    /// @param name what the threads are called
    /// @param most how many items one batch may have
    /// @param writers one thread is started for each
    public GroupCommit(String name, int most, List<? extends BatchWriter<T>> writers) {
        this(name, most, Company.NONE, writers);
    }

    /// @param company what a batch waits for
    public GroupCommit(String name, int most, Company company, List<? extends BatchWriter<T>> writers) {
        this.most = most;
        this.gathering = new Gathering(company);
        for (BatchWriter<T> writer : writers) {
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> drain(writer)));
        }
    }

    /// Returns when the item is durable, or when its answer says that it was not written.
    ///
    /// @throws StoreException when it could not be done
    public void submit(T item) {
        Ticket<T> ticket = new Ticket<>(item);
        lock.lock();
        try {
            if (closed) {
                throw closed();
            }
            queue.add(ticket);
            // The first one sets a writer's clock going; after that they wake nobody until there are enough.
            if (queue.size() == 1 || untilDue() == 0) {
                wakeWriter();
            }
        } finally {
            lock.unlock();
        }
        ticket.await();
    }

    private static StoreException closed() {
        return new StoreException(StoreProblem.FAILED, "the store is closed: open it again", null);
    }

    /// How many items wait for a batch to begin.
    public int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /// How many writers wait for work.
    int idleWriters() {
        lock.lock();
        try {
            return idle.size();
        } finally {
            lock.unlock();
        }
    }

    private void wakeWriter() {
        Condition last = idle.peek();
        if (last != null) {
            last.signal();
        }
    }

    private void drain(BatchWriter<T> writer) {
        Condition work = lock.newCondition();
        while (begin(work)) {
            writer.prepare();
            List<Ticket<T>> batch = take();
            long began = System.nanoTime();
            write(writer, batch);
            end(batch.size(), System.nanoTime() - began);
            batch.forEach(Ticket::wake);
        }
        refuseTheRest();
    }

    /// @return false once this is closed
    private boolean begin(Condition work) {
        lock.lock();
        try {
            for (long left = untilDue(); left > 0 && !closed; left = untilDue()) {
                idle.push(work);
                try {
                    long _ = work.awaitNanos(left);
                } finally {
                    idle.remove(work);
                }
            }
            gathering.begin();
            return !closed;
        } catch (InterruptedException e) {
            // Nobody stops a writer but close(), which does not interrupt: a driver could be in the middle of a write.
            return begin(work);
        } finally {
            lock.unlock();
        }
    }

    private long untilDue() {
        Ticket<T> oldest = queue.peek();
        return oldest == null ? Long.MAX_VALUE : gathering.untilDue(queue.size(), oldest.since(), System.nanoTime());
    }

    /// Empty when another writer was faster.
    private List<Ticket<T>> take() {
        lock.lock();
        try {
            List<Ticket<T>> batch = new ArrayList<>(Math.min(most, queue.size()));
            while (batch.size() < most && !queue.isEmpty()) {
                batch.add(queue.remove());
            }
            if (!queue.isEmpty()) {
                wakeWriter();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void end(int written, long nanos) {
        lock.lock();
        try {
            gathering.end(written, queue.size(), nanos, System.nanoTime());
        } finally {
            lock.unlock();
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
        lock.lock();
        try {
            for (Ticket<T> ticket : queue) {
                ticket.failure = closed();
                ticket.wake();
            }
            queue.clear();
        } finally {
            lock.unlock();
        }
    }

    /// Finishes the batch in hand and refuses what waits behind it.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            idle.forEach(Condition::signal);
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
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
