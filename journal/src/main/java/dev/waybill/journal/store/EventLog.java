package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import java.util.List;
import java.util.Optional;

/// The logs of all runs.
public interface EventLog {

    /// Makes a transaction true, whole or not at all, and returns when it is durable.
    ///
    /// @throws StoreException when it could not be done; [StoreException#isAmbiguous] says whether to look first
    Commit commit(Transaction transaction);

    Optional<StoredRun> run(RunId run);

    /// Events from a sequence on, at most so many. A fork's shared prefix reads like its own.
    List<StoredEvent> events(RunId run, long from, int limit);

    List<StoredRun> runs(RunQuery query);
}
