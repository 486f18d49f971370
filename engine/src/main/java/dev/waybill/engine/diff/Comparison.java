package dev.waybill.engine.diff;

import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;

/// When two events count as the same. Their own names, run and time never count.
public enum Comparison {
    /// A replay and its source: all the rest counts, letter by letter, causation too.
    REPLAY,
    /// Any two runs: names that a run made up for itself are compared by the place where they appeared first, and
    /// identifiers and times inside payloads are left out, as OpenWOP's rule of equivalence says.
    RUNS;

    /// What fits two runs.
    public static Comparison of(RunHeader a, RunHeader b) {
        return isReplayOf(a, b) || isReplayOf(b, a) ? REPLAY : RUNS;
    }

    private static boolean isReplayOf(RunHeader replay, RunHeader source) {
        return replay.isReplay()
                && replay.origin() instanceof Origin.Fork fork
                && fork.source().equals(source.runId());
    }
}
