package dev.waybill.journal.store;

import dev.waybill.journal.RunId;

/// How far a run has come.
///
/// @param head how many events its log has, prefix included
/// @param terminal whether no more will come
/// @param pruned whether they were deleted after their time
public record RunHead(RunId run, long head, boolean terminal, boolean pruned) {

    public static RunHead of(StoredRun run) {
        return new RunHead(
                run.header().runId(), run.head(), run.projection().status().isTerminal(), run.pruned());
    }

    /// Whether nothing is left to read from a sequence on, now or ever.
    public boolean isOver(long from) {
        return pruned || (terminal && from >= head);
    }
}
