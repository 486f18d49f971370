package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.doors.rest.api.AgentDesk;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What callers see of agents.
class RestAgentsTest {

    private static final JsonObject WRITER = json("""
            {
              "agentId": "local.acme.desk.writer", "persona": "Writer", "label": "Writer", "modelClass": "writing",
              "packName": "local.acme.desk", "packVersion": "1.0.0", "toolAllowlist": [], "hasHandoffSchemas": false
            }""");

    private final List<String> sources = new ArrayList<>();

    private final AgentDesk agents = new AgentDesk() {
        @Override
        public List<JsonObject> entries() {
            return List.of(WRITER);
        }

        @Override
        public Optional<WorkflowDefinition> graph(String agentId, String source) {
            sources.add(source);
            return agentId.equals("local.acme.desk.writer") ? Optional.of(echo()) : Optional.empty();
        }

        @Override
        public Optional<WorkflowDefinition> behind(String agentId, WorkflowDefinition workflow) {
            return Optional.empty();
        }
    };

    @Test
    void theAgentsOfThePacksAreListedWithoutTheirInsides() {
        try (RestDesk desk = new RestDesk(false, agents)) {
            assertThat(desk.get("/v1/agents").json()).hasToString("{\"agents\":[" + WRITER + "],\"total\":1}");
            assertThat(desk.get("/v1/agents/local.acme.desk.writer").json()).isEqualTo(WRITER);
            assertThat(desk.get("/v1/agents/local.acme.desk.nobody").status()).isEqualTo(404);
            assertThat(desk.get("/.well-known/openwop")
                            .json()
                            .object("agents")
                            .orElseThrow()
                            .toString())
                    .contains("\"manifestRuntime\":{\"supported\":true");
        }
    }

    @Test
    void aHostWithoutAgentsSaysNothingOfThem() {
        try (RestDesk desk = new RestDesk()) {
            assertThat(desk.get("/v1/agents").status()).isEqualTo(404);
            assertThat(desk.get("/.well-known/openwop").json().toString()).doesNotContain("manifestRuntime");
        }
    }

    @Test
    void aRunOfAnAgentIsARunOfItsGraph() {
        try (RestDesk desk = new RestDesk(false, agents)) {
            Reply created = desk.post(
                    "/v1/runs", "{\"agentId\": \"local.acme.desk.writer\", \"inputs\": {\"topic\": \"rain\"}}");

            assertThat(created.status()).as(desk.troubles.toString()).isEqualTo(201);
            assertThat(created.json().string("workflowId")).contains("local_acme_desk_writer");
            assertThat(sources).containsExactly("run-api");
            assertThat(desk.post("/v1/runs", "{\"agentId\": \"local.acme.desk.nobody\"}")
                            .status())
                    .isEqualTo(404);
            assertThat(desk.post("/v1/runs", "{\"agentId\": \"local.acme.desk.writer\", \"workflowId\": \"x\"}")
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aMentionIsARunOfTheAgentToo() {
        try (RestDesk desk = new RestDesk(false, agents)) {
            Reply created =
                    desk.post("/v1/host/waybill/chat", "{\"message\": \"@local.acme.desk.writer  write about rain\"}");

            assertThat(created.status()).as(desk.troubles.toString()).isEqualTo(201);
            assertThat(sources).containsExactly("chat-mention");
            String run = created.json().string("runId").orElseThrow();
            assertThat(desk.get("/v1/runs/" + run).json().object("inputs").orElseThrow())
                    .hasToString("{\"message\":\"write about rain\"}");
            assertThat(desk.post("/v1/host/waybill/chat", "{\"message\": \"write\"}")
                            .status())
                    .isEqualTo(400);
            assertThat(desk.post("/v1/host/waybill/chat", "{\"message\": \"@nobody write\"}")
                            .status())
                    .isEqualTo(404);
        }
    }

    private static WorkflowDefinition echo() {
        return switch (DefinitionReader.read(json("""
                {
                  "id": "local_acme_desk_writer", "name": "Writer", "version": "1.0.0",
                  "variables": [{"name": "message", "type": "string"}],
                  "nodes": [{"id": "agent", "typeId": "core.noop", "name": "Writer"}]
                }"""))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new AssertionError(bad.errors());
        };
    }

    private static JsonObject json(String text) {
        return JsonReader.read(text, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }
}
