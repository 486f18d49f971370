package dev.waybill.engine.decide;

import dev.waybill.engine.state.RunState;
import java.util.Optional;

/// Asks again, during a replay, whether a node's work would be refused today.
public interface Recheck {

    /// Nobody is asked twice.
    Recheck NEVER = (_, _) -> Optional.empty();

    Optional<Boolean> isRefusedNow(RunState state, String nodeId);
}
