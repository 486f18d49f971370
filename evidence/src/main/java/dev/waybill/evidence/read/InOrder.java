package dev.waybill.evidence.read;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Does pieces of work on all cores and hands on the results in the order in which the pieces came. Enough pieces are
/// under way that no core waits, and no more, so that memory does not grow with the work. For one thread.
final class InOrder<S, T> implements AutoCloseable {

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int MOST_AHEAD = 2 * CORES;

    private final Function<S, T> work;
    private final Consumer<T> next;
    private final ArrayDeque<Future<T>> ahead = new ArrayDeque<>();

    /// Most files are one piece: it is done where it is, as threads would cost more than they bring.
    private final ArrayDeque<S> held = new ArrayDeque<>(1);

    private @Nullable ExecutorService workers;
    private boolean failed;

    /// @param work what to do with a piece, on any thread
    /// @param next takes the results, one after the other
    InOrder(Function<S, T> work, Consumer<T> next) {
        this.work = work;
        this.next = next;
    }

    void add(S piece) throws IOException {
        if (failed) {
            return;
        }
        held.add(piece);
        if (held.size() == 1 && workers == null) {
            return;
        }
        if (workers == null) {
            workers = Executors.newFixedThreadPool(CORES);
        }
        while (!held.isEmpty()) {
            S current = held.remove();
            ahead.add(workers.submit(() -> work.apply(current)));
        }
        if (ahead.size() > MOST_AHEAD) {
            handOn();
        }
    }

    private void handOn() throws IOException {
        failed = true;
        next.accept(held.isEmpty() ? settled(ahead.remove()) : work.apply(held.remove()));
        failed = false;
    }

    private static <T> T settled(Future<T> piece) throws IOException {
        try {
            return piece.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("reading was interrupted", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException trouble -> throw trouble;
                case Error trouble -> throw trouble;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /// Hands on what is under way, also when no more pieces come because a file is damaged; not when a piece could not
    /// be handed on, as then the ones after it cannot be either.
    @Override
    public void close() throws IOException {
        try {
            while (!failed && !(held.isEmpty() && ahead.isEmpty())) {
                handOn();
            }
        } finally {
            if (workers != null) {
                workers.shutdownNow();
                workers.close();
            }
        }
    }
}
