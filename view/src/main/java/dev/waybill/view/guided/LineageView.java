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
        Map<Digest, GuidedWorkflow> definitions = new LinkedHashMap<>();
        runs.forEach(run -> definitions.put(run.header().definition(), run.workflow()));
        Trees trees = Trees.of(runs);
        List<Branch> branches = new ArrayList<>();
        for (PlaceView place : trees.all()) {
            if (place.standing() != Standing.PASSED) {
                branches.add(new Branch(
                        place,
                        Artifacts.of(trees.path(place), trees.workflow(place).contracts())));
            }
        }
        return new LineageView(trees.all(), branches, definitions);
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
