package dev.waybill.view.guided;

import dev.waybill.journal.RunId;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The places of runs as trees, each with its standing.
///
/// @param places each after the one that it came from
/// @param workflows what each run was pinned to
public record Trees(Map<PlaceId, PlaceView> places, Map<RunId, GuidedWorkflow> workflows) {

    public Trees {
        places = Collections.unmodifiableMap(places);
        workflows = Collections.unmodifiableMap(workflows);
    }

    /// @param runs sources before their forks
    static Trees of(List<RunLineage> runs) {
        Map<PlaceId, PlaceView> all = new LinkedHashMap<>();
        Map<RunId, GuidedWorkflow> workflows = new LinkedHashMap<>();
        for (RunLineage run : runs) {
            workflows.put(run.header().runId(), run.workflow());
            run.places().forEach(place -> all.put(place.id(), place));
        }
        Standings standings = new Standings(all);
        Map<PlaceId, PlaceView> placed = new LinkedHashMap<>();
        all.forEach((id, place) -> {
            PlaceId parent = standings.parent(place);
            PlaceView before = parent == null ? null : all.get(parent);
            placed.put(id, place.within(before == null ? null : before.tokenHash(), standings.of(place)));
        });
        return new Trees(placed, workflows);
    }

    List<PlaceView> all() {
        return new ArrayList<>(places.values());
    }

    GuidedWorkflow workflow(PlaceView place) {
        return Objects.requireNonNull(workflows.get(place.id().run()));
    }

    /// The place whose state token has this hash, written with or without `sha256:`.
    Optional<PlaceView> find(String hash) {
        return places.values().stream()
                .filter(place -> place.tokenHash().toString().equals(hash)
                        || place.tokenHash().hex().equals(hash))
                .findFirst();
    }

    @Nullable
    PlaceView before(PlaceView place) {
        return place.parent() == null ? null : places.get(place.parent());
    }

    /// The way to a place, itself included.
    List<PlaceView> path(PlaceView end) {
        List<PlaceView> path = new ArrayList<>();
        for (@Nullable PlaceView place = end; place != null; place = before(place)) {
            path.add(place);
        }
        return path.reversed();
    }
}
