package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.StopReason;
import java.util.List;

/// What a model says in a test, whatever wire it is said on.
///
/// @param input tokens that were read, those from the cache included
record Says(String text, List<Call> calls, StopReason stop, long input, long cached, long output) {

    /// @param arguments as JSON
    record Call(String id, String name, String arguments) {}

    @Override
    public String toString() {
        return stop + " \"" + text + "\" " + calls.size() + " calls";
    }
}
