package dev.waybill.runtime;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoreException;

/// What a host tells its operator.
public interface Trouble {

    /// An outcome arrived for an attempt that nobody waits for; it was refused.
    void lateOutcome(RunId run, String nodeId);

    void storeFailed(RunId run, StoreException problem);

    /// A bug, or a log that is damaged; the run stays where it is.
    void runFailed(RunId run, RuntimeException problem);

    /// For hosts without an operator: bugs are thrown. A late outcome was refused, as it should be.
    Trouble THROWN = new Trouble() {
        @Override
        public void lateOutcome(RunId run, String nodeId) {}

        @Override
        public void storeFailed(RunId run, StoreException problem) {
            throw problem;
        }

        @Override
        public void runFailed(RunId run, RuntimeException problem) {
            throw problem;
        }
    };
}
