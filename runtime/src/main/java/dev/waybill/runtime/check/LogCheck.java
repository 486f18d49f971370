package dev.waybill.runtime.check;

import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Folds one run's log up to the head that its row states, and compares each event with its receipts and the end with
/// the row.
final class LogCheck {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final RunReader runs;
    private final Tally tally;
    private final StoredRun run;
    private final RunHeader header;
    private final RunId id;
    private final long ownFrom;
    private final EventReceipts receipts;
    private final MemoryCheck memory;
    private final WorkspaceCheck workspace;

    LogCheck(RunStore store, RunReader runs, ReceiptIssuers issuers, Tally tally, StoredRun run) {
        this.store = store;
        this.runs = runs;
        this.tally = tally;
        this.run = run;
        this.header = run.header();
        this.id = header.runId();
        this.ownFrom = header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        this.receipts = new EventReceipts(store, issuers, tally, run);
        this.memory = new MemoryCheck(store.memories(), tally, header);
        this.workspace = new WorkspaceCheck(store.documents(), tally, header);
    }

    /// @return whether the log folds from its beginning to its head
    boolean run() {
        RunState begin = begin();
        RunState end = begin == null ? null : fold(begin);
        if (end == null) {
            return false;
        }
        compare(end);
        checkNothingBehind();
        receipts.finish();
        return true;
    }

    private @Nullable RunState begin() {
        try {
            return runs.fold(header, 0);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            tally.find(FsckCode.DEFINITION_MISSING, id, null, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable RunState fold(RunState begin) {
        RunState state = begin;
        while (state != null && state.head() < run.head()) {
            int most = (int) Math.min(PAGE, run.head() - state.head());
            List<StoredEvent> page = store.events(id, state.head(), most);
            if (page.isEmpty()) {
                return ended(state.head());
            }
            state = fold(state, page);
        }
        return state;
    }

    private @Nullable RunState fold(RunState from, List<StoredEvent> page) {
        RunState state = from;
        for (StoredEvent stored : page) {
            if (stored.sequence() != state.head()) {
                return stop(
                        FsckCode.LOG_NOT_DENSE,
                        state.head(),
                        "event %d is missing, %d comes next".formatted(state.head(), stored.sequence()));
            }
            RunState next = fold(state, stored);
            if (next == null) {
                return null;
            }
            state = next;
        }
        return state;
    }

    private @Nullable RunState fold(RunState before, StoredEvent stored) {
        tally.events++;
        Event event;
        try {
            event = EventCodec.decode(id, stored);
        } catch (RuntimeException e) {
            return stop(FsckCode.EVENT_UNREADABLE, stored.sequence(), String.valueOf(e.getMessage()));
        }
        if (!isAsWritten(event, stored)) {
            tally.find(
                    FsckCode.EVENT_UNREADABLE, id, stored.sequence(), "its bytes are not those that we write for it");
        }
        if (stored.sequence() >= ownFrom) {
            memory.check(event);
            workspace.check(event);
        }
        RunState after;
        try {
            after = Fold.evolve(before, event);
        } catch (RuntimeException e) {
            return stop(FsckCode.EVENT_IMPOSSIBLE, stored.sequence(), String.valueOf(e.getMessage()));
        }
        if (event.whole() instanceof RunFact.RunStarted started) {
            receipts.checkCreation(started);
        }
        if (event.sequence() >= ownFrom) {
            checkName(before, event);
            receipts.check(before, event, after);
        }
        return after;
    }

    private static boolean isAsWritten(Event event, StoredEvent stored) {
        StoredEvent again = EventCodec.encode(event);
        return Arrays.equals(again.publicPart(), stored.publicPart())
                && Arrays.equals(again.privatePart(), stored.privatePart());
    }

    private void checkName(RunState before, Event event) {
        String expected = Names.event(header, event.sequence(), before.diverged());
        if (!event.eventId().equals(expected)) {
            tally.find(
                    FsckCode.EVENT_ID_CHANGED,
                    id,
                    event.sequence(),
                    "expected event id %s, found %s".formatted(expected, event.eventId()));
        }
    }

    /// A run may be pruned while it is read; that is no damage.
    private @Nullable RunState ended(long head) {
        if (store.run(id).map(StoredRun::pruned).orElse(true)) {
            return null;
        }
        return stop(FsckCode.LOG_NOT_DENSE, head, "expected %d events, found %d".formatted(run.head(), head));
    }

    private @Nullable RunState stop(FsckCode code, long sequence, String message) {
        tally.find(code, id, sequence, message);
        return null;
    }

    /// What lies behind the head must have been written since.
    private void checkNothingBehind() {
        boolean more = !store.events(id, run.head(), 1).isEmpty();
        if (more && store.run(id).map(StoredRun::head).orElse(run.head() + 1) == run.head()) {
            tally.find(FsckCode.LOG_NOT_DENSE, id, run.head(), "there are events behind the head of the log");
        }
    }

    private void compare(RunState end) {
        Projection folded = Projections.of(end);
        Projection stored = run.projection();
        if (run.head() == ownFrom && stored.status() == RunStatus.PENDING && header.origin() instanceof Origin.Fork) {
            // A fork that nobody has taken up yet: its row says only that there is something to do.
            return;
        }
        compare("status", folded.status().wire(), stored.status().wire());
        compare("ready", folded.ready(), stored.ready());
        compare("due time", folded.dueAt(), stored.dueAt());
        compare("current node", folded.currentNode(), stored.currentNode());
        compare("time of the last change", folded.updatedAt(), stored.updatedAt());
    }

    private void compare(String what, @Nullable Object folded, @Nullable Object stored) {
        if (!Objects.equals(folded, stored)) {
            tally.find(
                    FsckCode.PROJECTION_WRONG,
                    id,
                    null,
                    "the log gives %s %s, the store says %s".formatted(what, folded, stored));
        }
    }
}
