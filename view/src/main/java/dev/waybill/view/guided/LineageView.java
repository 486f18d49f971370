package dev.waybill.view.guided;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.view.guided.PlaceView.Standing;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The places of one or more guided runs as trees: an agent that goes back makes a branch, in a run that has ended
/// a run of its own, which grows from the same place. A pure function of headers, events, receipts and pinned
/// definitions.
///
/// @param places each after the one that it came from
/// @param branches one for each place from which nothing came yet, in the order of these places
/// @param definitions what the runs were pinned to, by digest
public record LineageView(List<PlaceView> places, List<Branch> branches, Map<Digest, GuidedWorkflow> definitions) {

    public LineageView {
        places = List.copyOf(places);
        branches = List.copyOf(branches);
    }

    /// @param runs sources before their forks
    public static LineageView of(List<RunLineage> runs) {
        Map<PlaceId, PlaceView> all = new LinkedHashMap<>();
        Map<Digest, GuidedWorkflow> definitions = new LinkedHashMap<>();
        Map<RunId, GuidedWorkflow> workflows = new LinkedHashMap<>();
        for (RunLineage run : runs) {
            definitions.put(run.header().definition(), run.workflow());
            workflows.put(run.header().runId(), run.workflow());
            run.places().forEach(place -> all.put(place.id(), place));
        }
        List<PlaceView> placed = new Standings(all).places();
        placed.forEach(place -> all.put(place.id(), place));
        List<Branch> branches = new ArrayList<>();
        for (PlaceView place : placed) {
            if (place.standing() != Standing.PASSED) {
                GuidedWorkflow workflow =
                        Objects.requireNonNull(workflows.get(place.id().run()));
                branches.add(new Branch(place, Artifacts.of(path(all, place), workflow.contracts())));
            }
        }
        return new LineageView(placed, branches, definitions);
    }

    /// The way to a place, itself included.
    private static List<PlaceView> path(Map<PlaceId, PlaceView> all, PlaceView end) {
        List<PlaceView> path = new ArrayList<>();
        for (@Nullable PlaceView place = end; place != null; place = before(all, place)) {
            path.add(place);
        }
        return path.reversed();
    }

    private static @Nullable PlaceView before(Map<PlaceId, PlaceView> all, PlaceView place) {
        return place.parent() == null ? null : all.get(place.parent());
    }

    /// How many steps were acknowledged, on all branches.
    int acknowledged() {
        return (int)
                places.stream().filter(place -> place.acknowledged() != null).count();
    }

    List<PlaceView> placesOf(RunId run) {
        return places.stream().filter(place -> place.id().run().equals(run)).toList();
    }

    /// What the branches brought on which somebody would go on.
    List<Artifact> artifacts() {
        return branches.stream()
                .filter(branch -> branch.tip().standing() == Standing.PREFERRED)
                .flatMap(branch -> branch.artifacts().stream())
                .toList();
    }

    public JsonArray placesJson() {
        return new JsonArray(places.stream().<JsonValue>map(PlaceView::toJson).toList());
    }

    public JsonArray branchesJson() {
        return new JsonArray(branches.stream().<JsonValue>map(Branch::toJson).toList());
    }

    public JsonArray artifactsJson() {
        return Artifact.json(artifacts());
    }

    public JsonArray definitionsJson() {
        List<JsonValue> all = new ArrayList<>();
        definitions.forEach((digest, workflow) -> all.add(JsonObject.of("workflowId", workflow.id())
                .with("version", workflow.version())
                .with("digest", digest.toString())
                .with("document", workflow.document())));
        return new JsonArray(all);
    }
}
