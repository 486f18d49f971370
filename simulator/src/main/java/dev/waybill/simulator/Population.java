package dev.waybill.simulator;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.ProcessId;
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
