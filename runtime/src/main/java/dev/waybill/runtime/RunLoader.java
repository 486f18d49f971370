package dev.waybill.runtime;

import dev.waybill.base.Recent;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Folds runs from the store, and remembers the latest: what is remembered is a cache, checked by the next commit. It
/// asks nobody who they are: callers come through [RunReader] and [RunHost], which do.
final class RunLoader {

    private static final int PAGE = 1_000;
    private static final int REMEMBERED = 1_000;

    private final RunStore store;
    private final Definitions definitions;
    private final Map<RunId, Loaded> remembered = new Recent<>(REMEMBERED);

    RunLoader(RunStore store, Definitions definitions) {
        this.store = store;
        this.definitions = definitions;
    }

    /// Nothing is read of a run before it is known whose it is: a foreign one takes as long as one that is not there.
    ///
    /// @throws Refused when there is no such run, as far as the caller may know
    void requireSeen(Caller caller, RunId run) {
        Loaded known = recall(run);
        Optional<RunHeader> header = known == null
                ? store.run(run).map(StoredRun::header)
                : Optional.of(known.state().header());
        if (header.filter(it -> caller.sees(it.tenant())).isEmpty()) {
            throw unknown(run);
        }
    }

    private static Refused unknown(RunId run) {
        return new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run);
    }

    /// The tenant of a run that is remembered; empty for any other.
    String tenantIfKnown(RunId run) {
        Loaded known = recall(run);
        return known == null ? "" : known.state().header().tenant();
    }

    Loaded load(RunId run) {
        Loaded known = recall(run);
        return known == null ? fresh(run) : known;
    }

    /// Whether a run is known to have ended: it never grows again, so nobody has to be asked.
    boolean isOver(RunId run) {
        Loaded known = recall(run);
        return known != null && known.state().isTerminal();
    }

    /// Whether a run that was just created is over, or has nothing to do until somebody answers or its time comes: then
    /// nobody owns it.
    boolean rests(RunId run) {
        Loaded known = recall(run);
        return known != null && !Projections.isReady(known.state());
    }

    /// Reads on from what is remembered, since another process may have written.
    Loaded refresh(RunId run) {
        Loaded known = recall(run);
        if (known == null) {
            return fresh(run);
        }
        if (known.state().isTerminal()) {
            // It never grows again.
            return known;
        }
        RunState state = foldOn(known.state(), run, Long.MAX_VALUE);
        Loaded current = state.head() == known.state().head()
                ? known
                : new Loaded(state, store.receiptHead(run).orElse(null));
        remember(run, current);
        return current;
    }

    private Loaded fresh(RunId run) {
        RunState state = fold(found(run).header(), Long.MAX_VALUE);
        Loaded loaded = new Loaded(state, store.receiptHead(run).orElse(null));
        remember(run, loaded);
        return loaded;
    }

    StoredRun found(RunId run) {
        StoredRun stored = store.run(run).orElseThrow(() -> unknown(run));
        if (stored.pruned()) {
            throw new Refused(
                    RefusalCode.EVENTS_PRUNED, "the events of " + run + " were pruned; its receipts are still there");
        }
        return stored;
    }

    /// The state before the first event.
    RunState begin(RunHeader header) {
        if (header.isGuided()) {
            GuidedWorkflow guide = definitions.guided(header.definition());
            return Fold.begin(header, definitions.steps(guide), guide);
        }
        return Fold.begin(header, definitions.pinned(header.definition()));
    }

    /// The state of a run after so many events.
    RunState fold(RunHeader header, long events) {
        return foldOn(begin(header), header.runId(), events);
    }

    /// A page that is not full is the last one: asking again would double the reads of short runs.
    private RunState foldOn(RunState known, RunId run, long events) {
        RunState state = known;
        while (state.head() < events) {
            int wanted = (int) Math.min(PAGE, events - state.head());
            List<StoredEvent> page = store.events(run, state.head(), wanted);
            state = foldPage(state, run, page);
            if (page.size() < wanted) {
                return state;
            }
        }
        return state;
    }

    private static RunState foldPage(RunState from, RunId run, List<StoredEvent> page) {
        RunState state = from;
        for (StoredEvent event : page) {
            state = Fold.evolve(state, EventCodec.decode(run, event));
        }
        return state;
    }

    void remember(RunId run, Loaded loaded) {
        synchronized (remembered) {
            remembered.put(run, loaded);
        }
    }

    void forget(RunId run) {
        synchronized (remembered) {
            remembered.remove(run);
        }
    }

    private @Nullable Loaded recall(RunId run) {
        synchronized (remembered) {
            return remembered.get(run);
        }
    }
}
