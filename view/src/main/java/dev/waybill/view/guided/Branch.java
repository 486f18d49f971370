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
        return JsonObject.of("tip", tip.id().toJson())
                .with("stateTokenHash", tip.tokenHash().toString())
                .with("standing", tip.standing().wire())
                .with("isComplete", tip.pending() == null)
                .with("artifacts", Artifact.json(artifacts));
    }
}
