package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.HostLoop;
import dev.waybill.store.postgres.PostgresStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A node on a PostgreSQL, as `waybill serve` is one: it claims what needs attention anywhere, and signs if
/// told to. Asked for `RUNS MILLIS`, it keeps so many runs going for so long and tells how many steps that
/// were.
final class NodeProcess {

    private NodeProcess() {}

    /// @param args the database's address, and `signed` or `unsigned`
    public static void main(String... args) throws Exception {
        Providers.install();
        ReceiptPolicy receipts = args[1].equals("signed") ? ReceiptPolicy.DEFAULT : ReceiptPolicy.OFF;
        try (RunStore store = PostgresStore.open(args[0]);
                BufferedReader questions =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            BenchHost host = new BenchHost(store, receipts, Runnable::run, ClaimScope.ALL);
            try (HostLoop _ = host.loop();
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                answer(host, threads, questions);
            }
        }
    }

    private static void answer(BenchHost host, ExecutorService threads, BufferedReader questions) throws Exception {
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] words = line.split(" ", -1);
            System.out.println(measure(host, threads, Integer.parseInt(words[0]), Long.parseLong(words[1])));
        }
    }

    /// Whoever has begun a run finishes it, and the time counts until the last one has.
    private static JsonObject measure(BenchHost host, ExecutorService threads, int runs, long millis) throws Exception {
        long busy = Clock.PROCESSOR.nanos();
        long begin = Clock.WALL.nanos();
        long end = begin + millis * 1_000_000;
        List<Future<Long>> counts = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            counts.add(threads.submit(() -> steps(host, end)));
        }
        long steps = 0;
        for (Future<Long> count : counts) {
            steps += count.get();
        }
        return JsonObject.builder()
                .put("steps", steps)
                .put("micros", (Clock.WALL.nanos() - begin) / 1_000)
                .put("cpu_micros", (Clock.PROCESSOR.nanos() - busy) / 1_000)
                .build();
    }

    private static long steps(BenchHost host, long end) {
        long steps = 0;
        do {
            Sink.swallow(host.tenSteps());
            steps += BenchHost.STEPS;
        } while (Clock.WALL.nanos() < end);
        return steps;
    }
}
