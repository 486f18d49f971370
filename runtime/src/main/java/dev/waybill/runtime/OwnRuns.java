package dev.waybill.runtime;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs that may be ours without our knowing, because the store's answer was lost. Nobody else looks after them, and
/// whose they were before is unknown, too.
final class OwnRuns {

    private static final int PAGE = 256;
    private static final List<RunStatus> OPEN = Arrays.stream(RunStatus.values())
            .filter(status -> !status.isTerminal())
            .toList();

    private final RunStore store;
    private final ProcessId process;
    private final InstantSource clock;
    private final Duration lease;
    private volatile boolean unsure;
    private @Nullable Instant again;

    OwnRuns(RunStore store, ProcessId process, InstantSource clock, Duration lease) {
        this.store = store;
        this.process = process;
        this.clock = clock;
        this.lease = lease;
    }

    /// The store did not say whether something became true.
    void doubt() {
        unsure = true;
    }

    /// Looks after a doubt, and once more a lease later: a commit without an answer may still arrive after the first
    /// look,
    /// and within a lease the store has heard it or never will.
    void look(Consumer<Claim> found) {
        Instant now = clock.instant();
        if (unsure) {
            unsure = false;
            again = now.plus(lease);
        } else if (again == null || now.isBefore(again)) {
            return;
        } else {
            again = null;
        }
        try {
            find(found);
        } catch (StoreException e) {
            unsure = true;
            throw e;
        }
    }

    private void find(Consumer<Claim> found) {
        RunId before = null;
        List<StoredRun> page;
        do {
            page = store.runs(RunQuery.where().statuses(OPEN).before(before).newest(PAGE));
            for (StoredRun run : page) {
                before = run.header().runId();
                if (process.equals(run.owner())) {
                    found.accept(new Claim(before, run.epoch(), true));
                }
            }
        } while (page.size() == PAGE);
    }
}
