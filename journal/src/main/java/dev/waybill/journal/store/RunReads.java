package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looking at runs. A store shows all of them; what stands before it may show fewer.
public interface RunReads {

    Optional<StoredRun> run(RunId run);

    /// Events from a sequence on, at most so many. A fork's shared prefix reads like its own. A run that is not
    /// there or was pruned has none, not even a prefix: its source may be pruned as well.
    List<StoredEvent> events(RunId run, long from, int limit);

    List<StoredRun> runs(RunQuery query);

    /// The last event of each of these runs; a pruned run has none.
    default Map<RunId, StoredEvent> lastEvents(Collection<StoredRun> runs) {
        Map<RunId, StoredEvent> last = new LinkedHashMap<>();
        for (StoredRun run : runs) {
            RunId id = run.header().runId();
            events(id, Math.max(0, run.head() - 1), 1).forEach(event -> last.put(id, event));
        }
        return last;
    }

    /// How many runs each of these handed work to; one that has none is left out.
    ///
    /// @param tenant only its runs; null means any
    default Map<RunId, ChildCount> childCounts(@Nullable String tenant, Collection<RunId> parents) {
        Map<RunId, ChildCount> counts = new LinkedHashMap<>();
        for (RunId parent : parents) {
            List<StoredRun> children =
                    runs(RunQuery.where().tenant(tenant).parent(parent).newest(Integer.MAX_VALUE));
            if (!children.isEmpty()) {
                counts.put(parent, ChildCount.of(children));
            }
        }
        return counts;
    }
}
