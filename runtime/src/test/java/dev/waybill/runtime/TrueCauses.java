package dev.waybill.runtime;

import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.testkit.CausationTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Every event of every run names an earlier event, of the same run or of its parent, and one that the table of
/// `docs/causation.md` allows.
final class TrueCauses {

    private static final CausationTable TABLE = CausationTable.read();

    private TrueCauses() {}

    static void all(RunStore store, Histories histories) {
        for (StoredRun run : store.runs(RunQuery.all(1_000))) {
            check(store, histories, run);
        }
    }

    private static void check(RunStore store, Histories histories, StoredRun run) {
        Map<String, String> earlier = new LinkedHashMap<>();
        for (StoredRun each = parent(store, run); each != null; each = parent(store, each)) {
            histories.of(each.header().runId()).forEach(event -> earlier.put(event.eventId(), event.type()));
        }
        for (Event event : histories.of(run.header().runId())) {
            String cause = event.causationId();
            Promise.EVERY_CAUSE_IS_TRUE.holds(
                    cause == null || earlier.containsKey(cause), () -> event + " names an event that is not before it");
            Promise.EVERY_CAUSE_IS_TRUE.holds(
                    TABLE.allows(event.type(), cause == null ? null : earlier.get(cause)),
                    () -> event + " is caused by " + earlier.get(cause));
            earlier.put(event.eventId(), event.type());
        }
    }

    /// Whose events a run's own may name. A fork shares the start of its source.
    private static @Nullable StoredRun parent(RunStore store, StoredRun run) {
        RunId parent = switch (run.header().origin()) {
            case Origin.Child child -> child.parent();
            case Origin.Fork fork -> fork.source();
            case Origin.Start _, Origin.Remote _ -> null;
        };
        return parent == null ? null : store.run(parent).orElse(null);
    }
}
