package dev.waybill.runtime;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.NodeFact.NodeProgressed;
import dev.waybill.journal.store.RunStore;
import java.util.ArrayList;
import java.util.List;

/// What an execution of an activity has kept in the log, to go on from there after a crash.
///
/// @param errand the execution
/// @param log what the run's log tells
record KeptNotes(RunStore store, OutcomeTurns outcomes, Errand errand, ToldEvents log) implements LiveCall.Recorder {

    private static final int PAGE = 500;

    @Override
    public void record(NodeProgressed progress, JsonObject kept) {
        outcomes.report(errand, progress, kept);
    }

    @Override
    public List<JsonObject> kept() {
        List<JsonObject> notes = new ArrayList<>();
        for (Event event : events(begun(), List.of(NodeProgressed.TYPE, HandOverFact.HandOver.TYPE))) {
            if (errand.effect().nodeId().equals(event.nodeId())
                    && ordinal(event) == errand.effect().ordinal()) {
                event.hidden().object(NodeFold.KEPT).ifPresent(notes::add);
            }
        }
        return notes;
    }

    /// Which execution of its node a note is for.
    private static long ordinal(Event event) {
        return event.fact() instanceof NodeProgressed progress
                ? progress.ordinal()
                : event.hidden().get(NodeFold.ORDINAL) instanceof JsonNumber number
                        ? number.asInteger().orElse(0)
                        : 0;
    }

    @Override
    public List<JsonValue> told(String type) {
        return log.of(errand.run(), type);
    }

    private List<Event> events(long from, List<String> types) {
        List<Event> found = new ArrayList<>();
        long next = from;
        List<StoredEvent> page;
        do {
            page = store.events(errand.run(), next, PAGE);
            for (StoredEvent stored : page) {
                if (types.contains(stored.type())) {
                    found.add(EventCodec.decode(errand.run(), stored));
                }
                next = stored.sequence() + 1;
            }
        } while (page.size() == PAGE);
        return found;
    }

    /// An earlier attempt has begun somewhere before this one.
    private long begun() {
        Attempt attempt = errand.state().node(errand.effect().nodeId()).attempt();
        return attempt == null || attempt.number() > 1 ? 0 : attempt.start().sequence();
    }
}
