package dev.waybill.view.guided;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import java.time.Instant;
import java.util.List;

/// The guided runs that belong together, forks included.
///
/// @param name what the agent called it, or what it was given
/// @param runs newest first; never empty
public record Session(String tenant, String name, List<StoredRun> runs) {

    private static final int MOST_RUNS = 1_000;

    public Session {
        runs = List.copyOf(runs);
    }

    public static Session read(RunReads log, String tenant, String name) {
        return new Session(
                tenant,
                name,
                log.runs(RunQuery.where().tenant(tenant).session(name).newest(MOST_RUNS)));
    }

    boolean isNewest(RunId run) {
        return runs.getFirst().header().runId().equals(run);
    }

    /// Whether only receipts are left of it.
    public boolean isRemoved() {
        return runs.stream().allMatch(StoredRun::pruned);
    }

    /// The runs that have not ended.
    public List<StoredRun> openRuns() {
        return runs.stream()
                .filter(run -> !run.projection().status().isTerminal())
                .toList();
    }

    public Instant lastActivity() {
        return runs.stream()
                .map(run -> run.projection().updatedAt())
                .max(Instant::compareTo)
                .orElseThrow();
    }
}
