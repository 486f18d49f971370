package dev.waybill.runtime;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Lets so many tasks work at a time. The others exist, and wait: a virtual thread that waits costs little.
final class BoundedExecutor extends AbstractExecutorService {

    private final ExecutorService threads;
    private final Semaphore free;

    BoundedExecutor(ExecutorService threads, Semaphore free) {
        this.threads = threads;
        this.free = free;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(() -> {
            try {
                free.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            try {
                task.run();
            } finally {
                free.release();
            }
        });
    }

    @Override
    public void shutdown() {
        threads.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return threads.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return threads.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return threads.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return threads.awaitTermination(timeout, unit);
    }
}
