package dev.waybill.app.command.history;

import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Goes through the runs that ended before a time, newest first: a fork comes before its source, so that a source
/// whose forks have all gone can go as well.
final class Pruning {

    private static final int PAGE = 500;
    private static final List<RunStatus> ENDED =
            Arrays.stream(RunStatus.values()).filter(RunStatus::isTerminal).toList();

    private final RunStore store;
    private final Instant before;
    private final boolean rehearse;
    private final Set<RunId> pruned = new LinkedHashSet<>();
    private final List<RunId> kept = new ArrayList<>();

    /// @param rehearse whether nothing is deleted
    Pruning(RunStore store, Instant before, boolean rehearse) {
        this.store = store;
        this.before = before;
        this.rehearse = rehearse;
    }

    Set<RunId> pruned() {
        return pruned;
    }

    List<RunId> kept() {
        return kept;
    }

    void run() {
        RunId last = null;
        for (List<StoredRun> page = page(null); !page.isEmpty(); page = page(last)) {
            for (StoredRun run : page) {
                last = run.header().runId();
                if (!run.pruned()) {
                    decide(run);
                }
            }
        }
    }

    private List<StoredRun> page(@Nullable RunId last) {
        return store.runs(new RunQuery(null, null, ENDED, "", null, null, last, before, PAGE));
    }

    private void decide(StoredRun run) {
        RunId id = run.header().runId();
        boolean gone = !isNeeded(run) && (rehearse || store.prune(id));
        if (gone) {
            pruned.add(id);
        } else {
            kept.add(id);
        }
    }

    private boolean isNeeded(StoredRun run) {
        return parentGoesOn(run) || hasForks(run.header().runId());
    }

    /// A parent that has not ended may still want to know how its child did.
    private boolean parentGoesOn(StoredRun run) {
        return run.header().origin() instanceof Origin.Child child
                && store.run(child.parent())
                        .filter(parent -> !parent.projection().status().isTerminal())
                        .isPresent();
    }

    private boolean hasForks(RunId run) {
        RunId last = null;
        for (List<StoredRun> page = forks(run, null); !page.isEmpty(); page = forks(run, last)) {
            for (StoredRun fork : page) {
                last = fork.header().runId();
                if (!fork.pruned() && !pruned.contains(last)) {
                    return true;
                }
            }
        }
        return false;
    }

    private List<StoredRun> forks(RunId run, @Nullable RunId last) {
        return store.runs(new RunQuery(null, null, List.of(), "", null, run, last, null, PAGE));
    }
}
