package dev.waybill.evidence.index;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Work on other threads, whose trouble shows as if it had been done here.
final class Background {

    private Background() {}

    static <T> T result(Future<T> work) throws IOException {
        try {
            return work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("indexing was interrupted", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException trouble -> throw trouble;
                case RuntimeException trouble -> throw trouble;
                case Error trouble -> throw trouble;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /// Does several things at once and waits for all of them.
    static void all(List<? extends Callable<?>> works) throws IOException {
        try (ExecutorService threads = Executors.newFixedThreadPool(works.size())) {
            for (Future<?> work : works.stream().map(threads::submit).toList()) {
                result(work);
            }
        }
    }
}
