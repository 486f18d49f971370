package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.binding.A2aExtension;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// The card by which other agents learn what this host does, in both spellings at once.
record AgentCards(A2aHost host) {

    private static final JsonArray MODES = JsonArray.ofStrings(List.of("application/json", "text/plain"));
    private static final String SCHEME = "apiKey";

    /// The card of the whole host.
    ///
    /// @param url where its messages go
    /// @param all whether to name the skills; a card that anybody sees need not
    JsonObject card(String url, boolean all) {
        List<JsonValue> skills = new ArrayList<>();
        if (all) {
            host.skills().forEach(workflow -> skills.add(skill(workflow)));
        }
        return card("Waybill", "Runs workflows and signs every handoff.", url, new JsonArray(skills), !all);
    }

    /// The card of one workflow, which is an agent of its own.
    JsonObject card(WorkflowDefinition workflow, String url) {
        return card(workflow.name(), description(workflow), url, JsonArray.of(skill(workflow)), false);
    }

    private JsonObject card(String name, String description, String url, JsonArray skills, boolean more) {
        JsonObject card = JsonObject.builder()
                .put("protocolVersion", "0.3.0")
                .put("name", name)
                .put("description", description)
                .put("url", url)
                .put("preferredTransport", "JSONRPC")
                .put("supportedInterfaces", JsonArray.of(interfaceAt(url, "0.3"), interfaceAt(url, "1.0")))
                .put("version", host.version())
                .put(
                        "capabilities",
                        JsonObject.EMPTY
                                .with("streaming", true)
                                .with("pushNotifications", false)
                                .with("stateTransitionHistory", false)
                                .with("extendedAgentCard", more))
                .put("supportsAuthenticatedExtendedCard", more)
                .put(
                        "securitySchemes",
                        JsonObject.of(SCHEME, JsonObject.of("type", "http").with("scheme", "bearer")))
                .put("security", host.listed().getAsBoolean() ? JsonArray.EMPTY : security())
                .put("defaultInputModes", MODES)
                .put("defaultOutputModes", MODES)
                .put("skills", skills)
                .build();
        return A2aExtension.declareIn(card, A2aExtension.agentCardEntry(false, null));
    }

    private static JsonArray security() {
        return JsonArray.of(JsonObject.of(SCHEME, JsonArray.EMPTY));
    }

    private static JsonObject interfaceAt(String url, String version) {
        return JsonObject.of("url", url)
                .with("transport", "JSONRPC")
                .with("protocolBinding", "JSONRPC")
                .with("protocolVersion", version);
    }

    private static JsonObject skill(WorkflowDefinition workflow) {
        return JsonObject.of("id", workflow.id())
                .with("name", workflow.name())
                .with("description", description(workflow))
                .with("tags", JsonArray.ofStrings(List.of("workflow")));
    }

    private static String description(WorkflowDefinition workflow) {
        return workflow.description()
                .filter(said -> !said.isBlank())
                .orElseGet(() -> "Runs the workflow " + workflow.name() + ".");
    }
}
