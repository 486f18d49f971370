package dev.waybill.view.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.OutputContract;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a way through a lineage brought. Where a contract says how rows are ordered or which of them are the same, all
/// artifacts of its kind are one; all others stay as they came, each with its step and round. Nothing is inferred: the
/// workflow decides, not we.
final class Artifacts {

    private static final String UNKNOWN = "";

    private Artifacts() {}

    /// @param path from the first place on
    static List<Artifact> of(List<PlaceView> path, List<OutputContract> contracts) {
        List<Artifact> artifacts = new ArrayList<>();
        Map<String, MergedRows> merged = new LinkedHashMap<>();
        for (PlaceView place : path) {
            for (JsonObject brought : place.brought().artifacts()) {
                String kind = brought.string("kind").orElse(UNKNOWN);
                @Nullable OutputContract contract = contract(contracts, kind).orElse(null);
                if (contract == null || !contract.hasRows()) {
                    String ref = contract == null ? null : contract.ref();
                    artifacts.add(new Artifact(kind, ref, brought, List.of(place), new LinkedHashMap<>()));
                } else {
                    merged.computeIfAbsent(kind, _ -> new MergedRows(contract)).add(brought, place);
                }
            }
        }
        merged.values().forEach(rows -> artifacts.addAll(rows.artifacts()));
        return artifacts;
    }

    private static Optional<OutputContract> contract(List<OutputContract> contracts, String kind) {
        return contracts.stream()
                .filter(contract -> contract.kind().equals(kind))
                .findFirst();
    }
}
