package dev.waybill.app.host;

import dev.waybill.agents.model.SemanticKey;
import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.api.ModelSeam;

/// The models of this process, as far as test suites reach them.
public final class MockSeam implements ModelSeam {

    @Override
    public void program(String nodeId, JsonArray answers) {
        MockPrograms.here().stage(nodeId, answers);
    }

    @Override
    public void reset() {
        MockPrograms.here().clear();
    }

    @Override
    public String cacheKey(JsonObject request) {
        return SemanticKey.of(request);
    }
}
