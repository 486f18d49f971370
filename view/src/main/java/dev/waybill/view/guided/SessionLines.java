package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.guided.PlaceView.Standing;
import dev.waybill.view.run.RunRows;
import dev.waybill.view.run.SignedSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A session as it grows: what is new since somebody asked, and nothing twice. Places are only ever added; one is told
/// again when an attempt was refused there or a checkpoint written down.
public final class SessionLines {

    private final ReceiptLog receipts;
    private final SessionPosition known;
    private final Map<RunId, JsonObject> runs = new LinkedHashMap<>();
    private final Map<RunId, Grown> grown = new LinkedHashMap<>();
    private final Map<PlaceId, PlaceLine> lines = new LinkedHashMap<>();
    private final Map<PlaceId, Standing> standings = new LinkedHashMap<>();
    private final Set<RunId> changedRuns = new LinkedHashSet<>();
    private final Set<PlaceId> changedPlaces = new LinkedHashSet<>();

    /// What was read of one run.
    private static final class Grown {
        private final PlaceFacts facts = new PlaceFacts();
        private final SignedSteps signed = new SignedSteps();
        private final Map<Long, Long> touched = new LinkedHashMap<>();
        private final Set<Long> fresh = new LinkedHashSet<>();
        private long last = -1;

        private void take(Event event) {
            facts.take(event);
            Long from = GuidedFold.from(event);
            if (from != null && event.fact() instanceof DataFact.LogAppended) {
                touched.put(from, event.sequence());
                fresh.add(from);
            }
            last = event.sequence();
        }

        private boolean isFresh(Lineage.Place place, boolean known) {
            return place.sequence() <= last && (!known || fresh.contains(place.sequence()));
        }

        private PlaceLine line(RunState state, Lineage.Place place) {
            long latest = touched.getOrDefault(place.sequence(), place.sequence());
            return PlaceLine.of(state, place, facts, signed, latest);
        }
    }

    /// @param known what the asker has already
    public SessionLines(ReceiptLog receipts, SessionPosition known) {
        this.receipts = receipts;
        this.known = known;
    }

    /// How a run of the session stands.
    public void run(StoredRun run) {
        RunId id = run.header().runId();
        JsonObject row = RunRows.json(run);
        if (!row.equals(runs.put(id, row))) {
            changedRuns.add(id);
        }
    }

    /// Takes the next events of a run; sources before their forks.
    public void take(RunId run, Event event) {
        grown.computeIfAbsent(run, _ -> new Grown()).take(event);
    }

    /// Makes places of what was taken.
    ///
    /// @param state the run after these events, or later
    public void grew(RunState state) {
        Grown run = grown.get(state.header().runId());
        if (run == null) {
            return;
        }
        Lineage lineage = Objects.requireNonNull(state.lineage(), "a guided run");
        run.signed.readOn(receipts, state.header().runId());
        for (Lineage.Place place : lineage.places().values()) {
            PlaceId id = PlaceId.of(state.header(), place.sequence());
            boolean own = id.run().equals(state.header().runId());
            if (own && run.isFresh(place, lines.containsKey(id))) {
                lines.put(id, run.line(state, place));
                changedPlaces.add(id);
            }
        }
        run.fresh.clear();
    }

    /// How far this is.
    public SessionPosition position() {
        Map<RunId, Long> read = new LinkedHashMap<>();
        grown.forEach((run, it) -> read.put(run, it.last));
        return new SessionPosition(read);
    }

    /// What is new since the last time: `{runs, places, standings}`, each only where there is something. Places that
    /// are in no standing have been passed.
    public JsonObject changes() {
        List<JsonValue> rows = new ArrayList<>();
        changedRuns.forEach(run -> rows.add(Objects.requireNonNull(runs.get(run))));
        changedRuns.clear();
        List<JsonValue> places = new ArrayList<>();
        for (PlaceId id : changedPlaces) {
            PlaceLine line = Objects.requireNonNull(lines.get(id));
            if (known.isBefore(id.run(), line.touched())) {
                places.add(json(line));
            }
        }
        boolean moved = !changedPlaces.isEmpty();
        changedPlaces.clear();
        JsonObject changed = moved ? standings() : JsonObject.EMPTY;
        return JsonObject.EMPTY
                .withIfPresent("runs", rows.isEmpty() ? null : new JsonArray(rows))
                .withIfPresent("places", places.isEmpty() ? null : new JsonArray(places))
                .withIfPresent("standings", changed.isEmpty() ? null : changed);
    }

    private JsonObject json(PlaceLine line) {
        PlaceLine before = line.parent() == null ? null : lines.get(line.parent());
        return line.toJson(before == null ? null : before.hash());
    }

    private JsonObject standings() {
        JsonObject.Builder changed = JsonObject.builder();
        Standings now = new Standings(lines);
        for (PlaceLine line : lines.values()) {
            Standing standing = now.of(line);
            if (standing != standings.getOrDefault(line.id(), Standing.PASSED)) {
                standings.put(line.id(), standing);
                changed.put(line.hash().toString(), standing.wire());
            }
        }
        return changed.build();
    }
}
