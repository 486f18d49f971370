package dev.waybill.runtime;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoreException;

/// What a host tells its operator.
public interface Trouble {

    /// An outcome arrived for an attempt that nobody waits for; it was refused.
    void lateOutcome(RunId run, String nodeId);

    void storeFailed(RunId run, StoreException problem);

    /// Something that should not happen; the run stays where it is.
    void runFailed(RunId run, RuntimeException problem);
}
