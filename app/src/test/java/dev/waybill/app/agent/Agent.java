package dev.waybill.app.agent;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;

/// Somebody who calls the tools of a real program.
@FunctionalInterface
interface Agent {

    /// @throws IOException when the program cannot be reached any more: nobody knows what became of the call
    Answer call(String tool, JsonObject arguments) throws IOException, InterruptedException;
}
