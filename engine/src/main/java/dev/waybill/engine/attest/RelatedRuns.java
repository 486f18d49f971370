package dev.waybill.engine.attest;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the receipts of other runs are looked up.
@FunctionalInterface
public interface RelatedRuns {

    RelatedRuns NONE = _ -> Optional.empty();

    /// Empty when the run is not here.
    Optional<RelatedRun> find(RunId run);

    /// The receipt of a run's summary; empty before its end, when nothing is signed for it, or when it is not here.
    default Optional<Digest> summary(RunId run) {
        return find(run).map(RelatedRun::summary);
    }

    /// The runs that agents have begun inside a run and for which something is signed. Its log does not know them.
    default List<Begun> begunInside(RunId run) {
        return List.of();
    }

    /// @param summary the receipt of its summary; null before its end
    record Begun(String workflowId, @Nullable Digest summary) {}
}
