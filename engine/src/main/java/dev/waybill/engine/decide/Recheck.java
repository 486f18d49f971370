package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.RunState;
import java.util.Optional;

/// Asks again, during a replay, what a node's work would come to today.
public interface Recheck {

    /// Nobody is asked twice.
    Recheck NEVER = (_, _) -> Optional.empty();

    /// Whether it would be refused; empty when nobody is to be asked twice.
    Optional<Boolean> isRefusedNow(RunState state, String nodeId);

    /// What a node gives now that claims to be pure; empty when it does not, or cannot be run here.
    default Optional<JsonObject> again(RunState state, String nodeId) {
        return Optional.empty();
    }
}
