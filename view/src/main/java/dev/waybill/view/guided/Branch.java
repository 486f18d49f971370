package dev.waybill.view.guided;

import dev.waybill.base.json.JsonObject;
import java.util.List;

/// One way through a lineage, up to a place from which nothing came yet.
///
/// @param artifacts everything that was brought on this way and on no other
public record Branch(PlaceView tip, List<Artifact> artifacts) {

    public Branch {
        artifacts = List.copyOf(artifacts);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("tip", tip.id().toJson())
                .put("stateTokenHash", tip.tokenHash().toString())
                .put("standing", tip.standing().wire())
                .put("isComplete", tip.pending() == null)
                .put("artifacts", Artifact.json(artifacts))
                .build();
    }
}
