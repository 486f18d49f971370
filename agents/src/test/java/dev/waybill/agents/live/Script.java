package dev.waybill.agents.live;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.Map;

/// A model that plays several agents: whom, it is told in the prompt; how far it is, it sees from what it said before.
record Script(Map<String, List<String>> parts) implements ModelProvider {

    @Override
    public String name() {
        return "script";
    }

    @Override
    public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
        String persona = request.messages().getFirst().text().replaceFirst("(?s)^You are (\\w+)\\..*", "$1");
        int turn = (int) request.messages().stream()
                .filter(message -> message.role() == Role.ASSISTANT)
                .count();
        List<String> lines = parts.getOrDefault(persona, List.of());
        JsonObject entry = Stage.json(turn < lines.size() ? lines.get(turn) : "{'content':'I have nothing to say.'}");
        return new MockModel(
                        "script", JsonObject.of(call.activity().node().node().id(), JsonArray.of(entry)))
                .ask(request, new ModelCall(call.activity(), call.listener(), 0));
    }
}
