package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.sqlite.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// One of several processes on one SQLite directory, registered and with a heartbeat as hosts are: the stores leave
/// each other room only when they know of each other.
final class NeighbourProcess {

    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    static final Duration PAUSE = Duration.ofMillis(20);

    private final RunStore store;
    private final AtomicLong commits = new AtomicLong();
    private long begun;

    private NeighbourProcess(RunStore store) {
        this.store = store;
    }

    /// @param args `light` or `busy`, and the data directory
    public static void main(String... args) throws IOException, InterruptedException {
        boolean light = args[0].equals("light");
        try (RunStore store = SqliteStore.open(Path.of(args[1]));
                BufferedReader questions =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            ProcessId process = new ProcessId(args[0]);
            store.register(process, "bench", Instant.now());
            Thread.ofPlatform().daemon().start(() -> beat(store, process));
            NeighbourProcess neighbour = new NeighbourProcess(store);
            for (String line = questions.readLine(); line != null; line = questions.readLine()) {
                System.out.println(light ? neighbour.measure(Integer.parseInt(line)) : neighbour.saturate(line));
            }
        }
    }

    private static void beat(RunStore store, ProcessId process) {
        try {
            while (true) {
                Thread.sleep(HEARTBEAT);
                store.heartbeat(process, Instant.now());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// One event at a time, with a pause after each.
    private JsonObject measure(int count) throws InterruptedException {
        RunAppends appends = new RunAppends(store);
        long[] micros = new long[count];
        for (int i = 0; i < count; i++) {
            Thread.sleep(PAUSE);
            long begin = System.nanoTime();
            Sink.swallow(appends.once());
            micros[i] = (System.nanoTime() - begin) / 1_000;
        }
        return percentiles(micros);
    }

    static JsonObject percentiles(long[] micros) {
        long[] sorted = micros.clone();
        Arrays.sort(sorted);
        return JsonObject.builder()
                .put("p50_micros", sorted[sorted.length / 2])
                .put("p99_micros", sorted[(int) Math.ceil(sorted.length * 0.99) - 1])
                .put("max_micros", sorted[sorted.length - 1])
                .build();
    }

    /// `begin` starts all writers, anything else asks how fast they are.
    private JsonObject saturate(String question) {
        if (question.equals("begin")) {
            begun = System.nanoTime();
            for (int i = 0; i < NeighbourBenchmark.WRITERS; i++) {
                RunAppends appends = new RunAppends(store);
                Thread.ofPlatform().daemon().start(() -> writeForEver(appends));
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        return JsonObject.builder()
                .put("per_second", Math.round(commits.get() / seconds))
                .build();
    }

    private void writeForEver(RunAppends appends) {
        while (true) {
            Sink.swallow(appends.once());
            commits.incrementAndGet();
        }
    }
}
