package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import java.util.List;
import java.util.Optional;

/// Looking at runs. A store shows all of them; what stands before it may show fewer.
public interface RunReads {

    Optional<StoredRun> run(RunId run);

    /// Events from a sequence on, at most so many. A fork's shared prefix reads like its own. A run that is not
    /// there or was pruned has none, not even a prefix: its source may be pruned as well.
    List<StoredEvent> events(RunId run, long from, int limit);

    List<StoredRun> runs(RunQuery query);
}
