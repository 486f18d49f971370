package dev.waybill.receipt.audit;

import dev.waybill.receipt.ReceiptVerifier;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Verifies receipts on several threads and hands them on in the order of the input.
///
/// A few small batches are under way at any time, so memory does not grow with the set.
record Intake(ReceiptVerifier verifier, int threads) {

    private static final int BATCH = 128;
    private static final int BATCHES_PER_THREAD = 4;

    void run(ReceiptSource source, Consumer<Presented.Judged> target) throws IOException {
        if (threads <= 1) {
            for (byte[] line = source.next(); line != null; line = source.next()) {
                target.accept(judge(line));
            }
            return;
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(threads, Intake::worker)) {
            runInBatches(source, target, pool);
        }
    }

    private static Thread worker(Runnable task) {
        return Thread.ofPlatform().daemon().name("receipt-verifier").unstarted(task);
    }

    private void runInBatches(ReceiptSource source, Consumer<Presented.Judged> target, ExecutorService pool)
            throws IOException {
        ArrayDeque<Future<List<Presented.Judged>>> underWay = new ArrayDeque<>();
        List<byte[]> batch = batch(source);
        while (!batch.isEmpty() || !underWay.isEmpty()) {
            if (!batch.isEmpty()) {
                List<byte[]> lines = batch;
                underWay.add(pool.submit(() -> lines.stream().map(this::judge).toList()));
            }
            if (underWay.size() >= threads * BATCHES_PER_THREAD || batch.isEmpty()) {
                result(underWay.remove()).forEach(target);
            }
            batch = batch.isEmpty() ? batch : batch(source);
        }
    }

    private static List<byte[]> batch(ReceiptSource source) throws IOException {
        List<byte[]> batch = new ArrayList<>(BATCH);
        while (batch.size() < BATCH) {
            byte[] line = source.next();
            if (line == null) {
                break;
            }
            batch.add(line);
        }
        return batch;
    }

    private Presented.Judged judge(byte[] line) {
        Presented presented = Presented.of(line);
        return new Presented.Judged(verifier.verify(presented.jws()), presented.disclosure());
    }

    private static List<Presented.Judged> result(Future<List<Presented.Judged>> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("verification was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("verification failed", e.getCause());
        }
    }
}
