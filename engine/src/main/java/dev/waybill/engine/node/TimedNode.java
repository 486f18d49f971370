package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import java.util.OptionalLong;

/// A node that waits for time to pass. No thread waits: the moment stands in the log.
public non-sealed interface TimedNode extends NodeType {

    /// How long, in milliseconds from the call's time; empty when the node does not say.
    OptionalLong delayMs(NodeCall call);

    /// What to say when the node does not say how long.
    String expected();

    /// What the node gives when the time is over.
    JsonObject outputs(NodeCall call, long delayMs);

    /// Whether waiting is all that it does, so that a replay may wait again where its source never came to an end. By
    /// the protocol, most waits are effects: their end is served as it was recorded, or is missing.
    default boolean isPure() {
        return false;
    }
}
