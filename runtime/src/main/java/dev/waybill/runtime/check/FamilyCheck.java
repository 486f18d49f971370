package dev.waybill.runtime.check;

import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares a run with its relatives: the source of its fork, its parent, its children.
final class FamilyCheck {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final Tally tally;
    private final StoredRun run;
    private final RunHeader header;
    private final RunId id;

    FamilyCheck(RunStore store, Tally tally, StoredRun run) {
        this.store = store;
        this.tally = tally;
        this.run = run;
        this.header = run.header();
        this.id = header.runId();
    }

    void run() {
        switch (header.origin()) {
            case Origin.Start _ -> {
                // It comes from nobody.
            }
            case Origin.Child child -> {
                if (store.run(child.parent()).isEmpty()) {
                    tally.find(FsckCode.PARENT_MISSING, id, null, "there is no run " + child.parent());
                }
            }
            case Origin.Remote _ -> {
                // Its parent lies in another store.
            }
            case Origin.Fork fork -> checkFork(fork);
        }
        if (!header.isReplay()) {
            checkChildren();
        }
    }

    private void checkFork(Origin.Fork fork) {
        StoredRun source = store.run(fork.source()).orElse(null);
        if (source == null) {
            tally.find(FsckCode.SOURCE_MISSING, id, null, "there is no run " + fork.source());
            return;
        }
        boolean sameSeed = source.header().seed().equals(header.seed());
        if (sameSeed != fork.mode().repeats()) {
            tally.find(FsckCode.PREFIX_CHANGED, id, null, "only a replay may share its source's id seed");
        }
        if (!source.pruned()) {
            checkPrefix(fork);
        }
    }

    private void checkPrefix(Origin.Fork fork) {
        long at = 0;
        while (at < fork.sequence()) {
            int most = (int) Math.min(PAGE, fork.sequence() - at);
            List<StoredEvent> ours = store.events(id, at, most);
            List<StoredEvent> theirs = store.events(fork.source(), at, most);
            for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
                if (!same(ours.get(i), theirs.get(i))) {
                    tally.find(
                            FsckCode.PREFIX_CHANGED,
                            id,
                            ours.get(i).sequence(),
                            "it is not what the source " + fork.source() + " says there");
                    return;
                }
            }
            if (ours.size() < most || theirs.size() < most) {
                // A log that is too short is reported where it is folded.
                return;
            }
            at += most;
        }
    }

    private static boolean same(StoredEvent a, StoredEvent b) {
        return a.sequence() == b.sequence()
                && Arrays.equals(a.publicPart(), b.publicPart())
                && Arrays.equals(a.privatePart(), b.privatePart());
    }

    /// Both ways: whom the log names is there, and who is there is named.
    private void checkChildren() {
        Set<RunId> announced = announced();
        for (RunId child : announced) {
            boolean ours = store.run(child)
                    .map(found -> found.header().origin())
                    .filter(origin -> origin instanceof Origin.Child known
                            && known.parent().equals(id))
                    .isPresent();
            if (!ours) {
                tally.find(FsckCode.CHILD_MISSING, id, null, "its child " + child + " is not there");
            }
        }
        RunId last = null;
        for (List<StoredRun> page = children(null); !page.isEmpty(); page = children(last)) {
            for (StoredRun child : page) {
                if (last != null && child.header().runId().compareTo(last) >= 0) {
                    // Reported where all runs are listed.
                    return;
                }
                last = child.header().runId();
                // An agent says itself in which step of which run it begins another; that run hears nothing of it.
                boolean handedOver = !child.header().isGuided();
                if (handedOver && !announced.contains(last) && !hasGrown()) {
                    tally.find(FsckCode.PARENT_MISSING, last, null, "its parent " + id + " never handed over to it");
                }
            }
        }
    }

    private List<StoredRun> children(@Nullable RunId before) {
        return store.runs(RunQuery.where().parent(id).before(before).newest(PAGE));
    }

    /// Whether the run was written to since it was looked up: the child may be new.
    private boolean hasGrown() {
        return store.run(id)
                .map(now -> now.pruned() || now.head() != run.head())
                .orElse(true);
    }

    private Set<RunId> announced() {
        long from = header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        Set<RunId> children = new LinkedHashSet<>();
        long at = from;
        while (at < run.head()) {
            List<StoredEvent> page = store.events(id, at, (int) Math.min(PAGE, run.head() - at));
            if (page.isEmpty() || page.getLast().sequence() < at) {
                // Reported where the log is folded.
                return children;
            }
            page.forEach(event -> child(event, children));
            at = page.getLast().sequence() + 1;
        }
        return children;
    }

    private void child(StoredEvent stored, Set<RunId> children) {
        if (!stored.type().equals(HandOverFact.NodeDispatched.TYPE)) {
            return;
        }
        try {
            if (EventCodec.decode(id, stored).fact() instanceof HandOverFact.NodeDispatched dispatched) {
                children.add(new RunId(dispatched.childRunId()));
            }
        } catch (RuntimeException _) {
            // Reported where the log is folded.
        }
    }
}
