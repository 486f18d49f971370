package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.time.Instant;

/// Deleting what is past its time.
public interface Retention {

    /// Deletes the events of a terminal run and its tenant's answers to the calls that moved it on: those whose
    /// operation is `advance` and whose key begins with the run's id and `/`. Its header and receipts stay, so that
    /// its proof still stands, and so do the places of its tokens, so that who brings one can be told
    /// what happened.
    ///
    /// @return false when a fork that is not pruned still shares its events, or it is not terminal, or it was
    ///     pruned before, or there is no such run
    boolean prune(RunId run);

    /// Deletes idempotency records whose `expiresAt` is not after now; gives how many.
    int expire(Instant now);
}
