package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Scope;
import dev.waybill.workflow.Suggestion;
import java.util.ArrayList;
import java.util.List;

/// The agents of this host, and a word with one of them.
record AgentRoutes(RestHost host) {

    List<Route> routes() {
        return List.of(
                Route.get("/agents", "listAgents", Scope.MANIFEST_READ, "List the agents that can be run.")
                        .gives(200, "AgentList")
                        .refuses(401, 403, 404)
                        .by(_ -> list()),
                Route.get("/agents/{agentId}", "getAgent", Scope.MANIFEST_READ, "Look at an agent.")
                        .gives(200, "Agent")
                        .refuses(401, 403, 404)
                        .by(this::read),
                Route.get(
                                "/host/waybill/agents/{agentId}/contract",
                                "getAgentContract",
                                Scope.MANIFEST_READ,
                                "The schemas of what an agent takes and gives.")
                        .gives(200, "AgentContract")
                        .refuses(401, 403, 404)
                        .by(this::contract),
                Route.post("/host/waybill/chat", "chat", Scope.RUNS_CREATE, "Say something to an agent: \"@id …\".")
                        .takes("ChatMessage")
                        .gives(201, "RunCreated")
                        .refuses(400, 401, 403, 404, 413, 415, 503)
                        .keyed()
                        .by(call -> new RunRoutes(host).chat(call)));
    }

    private Answer list() {
        List<JsonValue> entries = new ArrayList<>(host.agents().entries());
        if (entries.isEmpty()) {
            throw RestRefusal.notFound("this host has no agents; its operator can add some with waybill pack add");
        }
        return Answer.ok(JsonObject.of("agents", new JsonArray(entries)).with("total", entries.size()));
    }

    private Answer read(Call call) {
        String id = call.path("agentId");
        return Answer.ok(host.agents().entries().stream()
                .filter(entry -> entry.string("agentId").filter(id::equals).isPresent())
                .findFirst()
                .orElseThrow(() -> unknown(host, id)));
    }

    private Answer contract(Call call) {
        String id = call.path("agentId");
        return Answer.ok(
                host.agents().contract(id).orElseThrow(() -> unknown(host, id)).with("agentId", id));
    }

    static RestRefusal unknown(RestHost host, String id) {
        List<String> known = host.agents().entries().stream()
                .flatMap(entry -> entry.string("agentId").stream())
                .toList();
        String meant = Suggestion.nearest(id, known)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
        return RestRefusal.notFound("no agent is called \"" + id + "\" here" + meant);
    }
}
