package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.RunReads;
import dev.waybill.view.run.RunStates;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A session for a page that asks for one thing after the other: its head, a place, what a branch brought, its notes.
public record SessionView(Session session, Trees trees) {

    /// Which part of the notes somebody wants.
    ///
    /// @param before only those in front of this one; they are counted from 0, the oldest
    public record Part(int before, int limit) {}

    public static SessionView read(RunReads log, ReceiptLog receipts, RunStates states, Session session) {
        List<RunLineage> lineages = session.runs().reversed().stream()
                .filter(run -> !run.pruned())
                .map(run ->
                        RunLineage.read(log, receipts, states.state(run.header().runId())))
                .toList();
        return new SessionView(session, Trees.of(lineages));
    }

    /// What stands above everything else.
    public JsonObject head() {
        Set<String> agents = new LinkedHashSet<>();
        List<JsonValue> tips = new ArrayList<>();
        for (PlaceView place : trees.all()) {
            if (place.brought().agent() != null) {
                agents.add(place.brought().agent());
            }
            if (place.standing() != PlaceView.Standing.PASSED) {
                tips.add(JsonObject.of("stateTokenHash", place.tokenHash().toString())
                        .with("runId", place.id().run().value())
                        .with("standing", place.standing().wire())
                        .with("isComplete", place.pending() == null));
            }
        }
        return SessionRows.json(session)
                .with("workflows", workflows())
                .with("agents", JsonArray.ofStrings(agents))
                .with("places", trees.places().size())
                .with("branches", new JsonArray(tips));
    }

    private JsonArray workflows() {
        Map<String, JsonValue> all = new LinkedHashMap<>();
        for (Map.Entry<RunId, GuidedWorkflow> pinned : trees.workflows().entrySet()) {
            GuidedWorkflow workflow = pinned.getValue();
            all.put(
                    workflow.id() + " " + workflow.version(),
                    JsonObject.of("workflowId", workflow.id())
                            .with("version", workflow.version())
                            .with("name", workflow.name()));
        }
        return new JsonArray(new ArrayList<>(all.values()));
    }

    /// The event of a log that made a place.
    public record Spot(RunId run, long sequence) {}

    public Optional<Spot> spot(String hash) {
        return trees.find(hash)
                .map(place -> new Spot(place.id().run(), place.id().sequence()));
    }

    /// One place with everything that is known there.
    public Optional<JsonObject> place(String hash) {
        return trees.find(hash).map(PlaceView::toJson);
    }

    /// What the way to a place brought, in the forms that the workflow's contracts name.
    public Optional<JsonObject> documents(String hash) {
        return trees.find(hash).map(place -> {
            List<JsonValue> all = new ArrayList<>();
            SessionDocuments.of(trees.path(place), trees.workflow(place).contracts())
                    .forEach(document -> all.add(document.toJson()));
            return JsonObject.of("stateTokenHash", place.tokenHash().toString()).with("documents", new JsonArray(all));
        });
    }

    /// The notes on the way to a place, newest first.
    public Optional<JsonObject> notes(String hash, Part part) {
        return trees.find(hash).map(place -> {
            List<PlaceView> noted = trees.path(place).stream()
                    .filter(it -> !it.brought().notes().isBlank())
                    .toList();
            int end = Math.min(part.before(), noted.size());
            int first = Math.max(0, end - part.limit());
            List<JsonValue> all = new ArrayList<>();
            noted.subList(first, end).reversed().forEach(it -> all.add(note(it)));
            JsonObject page =
                    JsonObject.of("total", noted.size()).with("first", first).with("notes", new JsonArray(all));
            return page;
        });
    }

    private JsonObject note(PlaceView place) {
        PlaceView before = trees.before(place);
        return JsonObject.builder()
                .put("stateTokenHash", place.tokenHash().toString())
                .put("step", place.origin().string("step").orElse(""))
                .putIfPresent(
                        "title",
                        before == null || before.pending() == null
                                ? null
                                : before.pending().title())
                .putIfPresent("agent", place.brought().agent())
                .put("at", Times.format(place.at()))
                .put("notesMarkdown", place.brought().notes())
                .build();
    }
}
