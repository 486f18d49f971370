package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;

/// What a test suite may tell and ask a host's models.
public interface ModelSeam {

    /// A host whose models know no tests.
    ModelSeam NONE = new ModelSeam() {
        @Override
        public void program(String nodeId, JsonArray answers) {}

        @Override
        public void reset() {}

        @Override
        public String cacheKey(JsonObject request) {
            throw new IllegalArgumentException("this host asks no models");
        }

        @Override
        public JsonObject promptFor(JsonObject asked) {
            throw new IllegalArgumentException("this host asks no models");
        }
    };

    /// Tells the mock what it is to say at a node, instead of what it was told before.
    void program(String nodeId, JsonArray answers);

    void reset();

    /// The key under which a request to a model is known.
    ///
    /// @param request with `provider`, `model` and `messages`
    String cacheKey(JsonObject request);

    /// Which prompt a node would get if the layers said this, and where it is looked for.
    ///
    /// @param asked `kind`, `node`, and `agentManifest`, `workflowDefaults`, `hostDefaults` where they are given
    /// @return what `agent.promptResolved` would say
    JsonObject promptFor(JsonObject asked);
}
