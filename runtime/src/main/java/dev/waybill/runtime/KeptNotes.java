package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.NodeFact.NodeProgressed;
import dev.waybill.journal.store.RunStore;
import java.util.ArrayList;
import java.util.List;

/// What an execution of an activity has kept in the log, to go on from there after a crash.
///
/// @param errand the execution
record KeptNotes(RunStore store, OutcomeTurns outcomes, Errand errand) implements LiveCall.Recorder {

    private static final int PAGE = 500;

    @Override
    public void record(NodeProgressed progress, JsonObject kept) {
        outcomes.report(errand, progress, kept);
    }

    @Override
    public List<JsonObject> kept() {
        List<JsonObject> notes = new ArrayList<>();
        long from = begun();
        List<StoredEvent> page;
        do {
            page = store.events(errand.run(), from, PAGE);
            for (StoredEvent stored : page) {
                if (errand.effect().nodeId().equals(stored.nodeId()) && stored.type().equals(NodeProgressed.TYPE)) {
                    collect(EventCodec.decode(errand.run(), stored), notes);
                }
                from = stored.sequence() + 1;
            }
        } while (page.size() == PAGE);
        return notes;
    }

    /// An earlier attempt has begun somewhere before this one.
    private long begun() {
        Attempt attempt = errand.state().node(errand.effect().nodeId()).attempt();
        return attempt == null || attempt.number() > 1 ? 0 : attempt.start().sequence();
    }

    private void collect(Event event, List<JsonObject> notes) {
        if (event.fact() instanceof NodeProgressed progress
                && progress.ordinal() == errand.effect().ordinal()) {
            event.hidden().object(NodeFold.KEPT).ifPresent(notes::add);
        }
    }
}
