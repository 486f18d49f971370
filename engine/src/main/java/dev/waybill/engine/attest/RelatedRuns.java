package dev.waybill.engine.attest;

import dev.waybill.journal.RunId;
import java.util.Optional;

/// Where the receipts of other runs are looked up.
@FunctionalInterface
public interface RelatedRuns {

    RelatedRuns NONE = _ -> Optional.empty();

    /// Empty when the run is not here.
    Optional<RelatedRun> find(RunId run);
}
