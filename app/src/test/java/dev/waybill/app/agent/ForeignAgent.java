package dev.waybill.app.agent;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;

/// An agent whose client is not ours.
interface ForeignAgent extends Agent, AutoCloseable {

    /// The answer to `tools/list`.
    JsonObject tools() throws IOException, InterruptedException;

    @Override
    void close();
}
