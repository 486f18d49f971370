package dev.waybill.simulator;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.TokenPlace;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// The few names that random commands use, so that they often meet.
record Population(Random random) {

    private static final int RUNS = 14;
    private static final List<RunStatus> STATUSES = List.of(RunStatus.values());

    List<RunId> runs() {
        return IntStream.range(0, RUNS).mapToObj(TestRuns::id).toList();
    }

    RunId run() {
        return TestRuns.id(random.nextInt(RUNS));
    }

    ProcessId process() {
        return new ProcessId(oneOf("anna", "bert", "zoë"));
    }

    RunStatus status() {
        return STATUSES.get(random.nextInt(STATUSES.size()));
    }

    String tenant() {
        return oneOf("acme", "Acme", "tenant-é");
    }

    String definition() {
        return oneOf("flow", "plan");
    }

    String key() {
        return oneOf("k1", "k2", "K1");
    }

    String session() {
        return oneOf("s1", "S1", "séance");
    }

    /// A place; the same one always has the same reference.
    TokenPlace place() {
        return TestRuns.place(run(), random.nextInt(3), random.nextInt(2));
    }

    String apiKey() {
        return oneOf("anna", "Anna", "zoë");
    }

    /// A call's key, as often one of those that belong to a run.
    IdempotencyKey call() {
        return random.nextBoolean()
                ? new IdempotencyKey("tenant-é", "start", key())
                : IdempotencyKey.advance(tenant(), run(), key());
    }

    String delivery() {
        return oneOf("d1", "d2", "d3", "d4");
    }

    byte[] body() {
        return TestRuns.bytes(oneOf("one", "two", ""));
    }

    private String oneOf(String... names) {
        return names[random.nextInt(names.length)];
    }
}
