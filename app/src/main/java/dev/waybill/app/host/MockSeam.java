package dev.waybill.app.host;

import dev.waybill.agents.model.SemanticKey;
import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.agents.prompt.PromptLayers;
import dev.waybill.agents.prompt.PromptLibrary;
import dev.waybill.app.cli.Environment;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.api.ModelSeam;

/// The models of this process, as far as test suites reach them.
///
/// @param prompts those of this host's packs
public record MockSeam(PromptLibrary prompts) implements ModelSeam {

    public static MockSeam in(Environment environment) {
        return new MockSeam(new PromptLibrary(() -> Surroundings.agents(environment)));
    }

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

    @Override
    public JsonObject promptFor(JsonObject asked) {
        return PromptLayers.rehearsed(asked, prompts);
    }
}
