package dev.waybill.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Threads that do the same work at the same time and tell how much they did.
final class Crew implements AutoCloseable {

    private final int threads;
    private final ExecutorService pool;
    private final CyclicBarrier start;

    Crew(int threads) {
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(threads);
        this.start = new CyclicBarrier(threads);
    }

    /// One piece of work for each thread.
    List<Work> staff(Work.Source source) {
        List<Work> staff = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            staff.add(source.forOneThread());
        }
        return staff;
    }

    /// Operations per second of all threads together.
    double rate(List<Work> staff, Clock clock, Duration time) {
        List<Future<Long>> counts = new ArrayList<>();
        long begin = clock.nanos();
        for (Work work : staff) {
            counts.add(pool.submit(() -> {
                start.await();
                return count(work, time.toNanos());
            }));
        }
        long count = counts.stream().mapToLong(Crew::result).sum();
        return count * 1e9 / Math.max(1, clock.nanos() - begin);
    }

    private static long count(Work work, long nanos) {
        long end = System.nanoTime() + nanos;
        long count = 0;
        do {
            Sink.swallow(work.once());
            count++;
        } while (System.nanoTime() < end);
        return count;
    }

    private static long result(Future<Long> count) {
        try {
            return count.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the measurement was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the measured work failed", e.getCause());
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
