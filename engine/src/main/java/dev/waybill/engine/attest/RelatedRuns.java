package dev.waybill.engine.attest;

import dev.waybill.journal.RunId;
import java.util.Optional;

/// Where other runs are looked up.
@FunctionalInterface
public interface RelatedRuns {

    RelatedRuns NONE = _ -> Optional.empty();

    /// Empty when the run lives elsewhere.
    Optional<RelatedRun> find(RunId run);

    /// These and one more, which the others do not know yet.
    default RelatedRuns and(RelatedRun more) {
        return run -> more.header().runId().equals(run) ? Optional.of(more) : find(run);
    }
}
