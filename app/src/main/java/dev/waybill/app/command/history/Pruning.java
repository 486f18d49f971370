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

/// Deletes the events of runs that have ended, unless others need them. Runs are to come newest first: a fork comes
/// before its source then, so that a source whose forks have all gone can go as well.
public final class Pruning {

    private static final int PAGE = 500;
    private static final List<RunStatus> ENDED =
            Arrays.stream(RunStatus.values()).filter(RunStatus::isTerminal).toList();

    private final RunStore store;
    private final boolean rehearse;
    private final Set<RunId> pruned = new LinkedHashSet<>();
    private final List<RunId> kept = new ArrayList<>();

    /// @param rehearse whether nothing is deleted
    public Pruning(RunStore store, boolean rehearse) {
        this.store = store;
        this.rehearse = rehearse;
    }

    public Set<RunId> pruned() {
        return pruned;
    }

    /// What others need.
    public List<RunId> kept() {
        return kept;
    }

    /// All that ended before a time.
    void endedBefore(Instant before) {
        RunId last = null;
        for (List<StoredRun> page = page(before, null); !page.isEmpty(); page = page(before, last)) {
            for (StoredRun run : page) {
                last = run.header().runId();
                consider(run);
            }
        }
    }

    private List<StoredRun> page(Instant before, @Nullable RunId last) {
        return store.runs(RunQuery.where()
                .statuses(ENDED)
                .before(last)
                .updatedBefore(before)
                .newest(PAGE));
    }

    /// @param run one that has ended
    public void consider(StoredRun run) {
        RunId id = run.header().runId();
        if (run.pruned()) {
            return;
        }
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
        return store.runs(RunQuery.where().forkOf(run).before(last).newest(PAGE));
    }
}
