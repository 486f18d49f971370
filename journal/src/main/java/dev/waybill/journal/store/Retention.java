package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.time.Instant;

/// Deleting what is past its time.
public interface Retention {

    /// Deletes the events of a terminal run. Its header and receipts stay, so that its proof still stands.
    ///
    /// @return false when a fork still shares its events, or it is not terminal, or it was pruned before
    boolean prune(RunId run);

    /// Deletes expired idempotency records; gives how many.
    int expire(Instant now);
}
