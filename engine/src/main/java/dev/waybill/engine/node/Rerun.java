package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import java.util.Optional;

/// An activity that claims to be pure: its result follows from its input alone. Its outcome is recorded and served like
/// that of any other; a replay runs it again besides, and says so when it comes to something else.
public interface Rerun {

    /// Runs it again. Nothing of it is recorded.
    ///
    /// @return what it gives now; empty when it makes no such claim, or cannot be run here
    Optional<JsonObject> again(ActivityCall call) throws Exception;
}
