package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents at work behind a served host: the real ways in, and the seam that suites use.
class LiveAgentsServedTest {

    private static final List<String> FORBIDDEN = List.of(
            "\"prompt\"",
            "\"result\"",
            "\"body\"",
            "\"input\"",
            "\"output\"",
            "apiKey",
            "secret",
            "credentials",
            "\"token\"");

    @TempDir
    static Path home;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static Served served;
    private static String key;

    @BeforeAll
    static void aHostWithAgents() throws Exception {
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), """
                {"name": "local.test.desk", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents", "agents": [
                  {"agentId": "local.test.desk.writer", "persona": "Writer", "modelClass": "writing",
                   "systemPrompt": "You write.", "toolAllowlist": ["workflow:echo"]},
                  {"agentId": "local.test.desk.strict", "persona": "Strict", "modelClass": "general",
                   "systemPrompt": "You are strict.", "handoff": {"returnSchemaRef": "result.json"}}]}""");
        Files.writeString(pack.resolve("result.json"), """
                {"type": "object", "required": ["answer"], "properties": {"answer": {"type": "string"}}, "additionalProperties": false}""");
        Path workflows = Files.createDirectories(home.resolve("workflows"));
        Files.writeString(workflows.resolve("echo.json"), """
                {"id": "echo", "name": "Echo", "version": "1", "variables": [{"name": "text", "type": "string", "required": true}],
                 "nodes": [{"id": "same", "typeId": "core.identity", "name": "s",
                            "inputs": {"text": {"type": "variable", "variableName": "text"}}}]}""");
        Files.writeString(workflows.resolve("report.json"), """
                {"id": "report", "name": "Report", "version": "1", "variables": [{"name": "message", "type": "string"}],
                 "nodes": [{"id": "agent", "typeId": "core.agents.run", "name": "a", "agent": {"agentId": "local.test.desk.writer"},
                            "inputs": {"message": {"type": "variable", "variableName": "message"}}}]}""");
        String data = home.resolve("data").toString();
        key = Asked.waybill(
                        variables(),
                        InstantSource.system(),
                        new byte[0],
                        "apikeys",
                        "new",
                        "--tenant",
                        "acme",
                        "--json",
                        "--data",
                        data)
                .json()
                .string("apiKey")
                .orElseThrow();
        served = Served.start(home, variables(), "--workflows", workflows.toString(), "--test-seams");
    }

    @AfterAll
    static void closed() {
        served.close();
    }

    private static Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_PACKS", home.resolve("pack").toString());
        variables.put("WAYBILL_MODELS", """
                {"mock": {"wire": "mock", "program": {"agent": [
                  {"reasoning": "I ask.", "toolCalls": [{"id": "c1", "name": "echo", "arguments": {"text": "hello"}}]},
                  {"reasoning": "I know.", "content": "It said hello."}]}}}""");
        return variables;
    }

    private static JsonObject ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(served.url() + path))
                .header("Authorization", "Bearer " + key)
                .header("Accept", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return JsonReader.readObject(answer.body().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static List<JsonObject> events(String run) throws IOException, InterruptedException {
        List<JsonObject> events = new ArrayList<>();
        ask("GET", "/v1/host/sample/test/runs/" + run + "/events", "")
                .array("events")
                .orElse(JsonArray.EMPTY)
                .forEach(event -> events.add(event.asObject().orElseThrow()));
        return events;
    }

    private static List<JsonObject> agentEvents(String run) throws IOException, InterruptedException {
        return events(run).stream()
                .filter(event -> event.string("type").orElse("").startsWith("agent."))
                .toList();
    }

    private static void completed(String run) throws Exception {
        Until.seen(() -> ask("GET", "/v1/runs/" + run, "").string("status").orElse(""), status -> {
            assertThat(status).isNotEqualTo("failed");
            return status.equals("completed");
        });
    }

    /// By a workflow's node, by `agentId`, by a mention in a chat: the same events, but for the source.
    @Test
    void theThreeRealWaysInTellTheSameFamily() throws Exception {
        Map<String, String> runs = new LinkedHashMap<>();
        runs.put(
                "workflow-node",
                ask("POST", "/v1/runs", "{\"workflowId\":\"report\",\"inputs\":{\"message\":\"go\"}}")
                        .string("runId")
                        .orElseThrow());
        runs.put(
                "run-api",
                ask("POST", "/v1/runs", "{\"agentId\":\"local.test.desk.writer\",\"inputs\":{\"message\":\"go\"}}")
                        .string("runId")
                        .orElseThrow());
        runs.put(
                "chat-mention",
                ask("POST", "/v1/host/waybill/chat", "{\"message\":\"@local.test.desk.writer go\"}")
                        .string("runId")
                        .orElseThrow());
        List<List<String>> families = new ArrayList<>();
        for (Map.Entry<String, String> each : runs.entrySet()) {
            completed(each.getValue());
            List<JsonObject> told = agentEvents(each.getValue());
            assertThat(payload(told.getFirst()).string("source")).contains(each.getKey());
            families.add(told.stream()
                    .map(event ->
                            event.string("type").orElse("") + payload(event).without("source"))
                    .toList());
        }

        assertThat(families.getFirst())
                .extracting(told -> told.replaceFirst("\\{.*", ""))
                .containsExactly(
                        "agent.invocation.started",
                        "agent.promptResolved",
                        "agent.reasoning.delta",
                        "agent.reasoned",
                        "agent.reasoning.delta",
                        "agent.reasoned",
                        "agent.toolCalled",
                        "agent.toolReturned",
                        "agent.decided",
                        "agent.invocation.completed");
        assertThat(families).allMatch(families.getFirst()::equals);
    }

    private static JsonObject payload(JsonObject event) {
        return event.object("payload").or(() -> event.object("data")).orElse(JsonObject.EMPTY);
    }

    /// What the public scenario on the bracket asserts.
    @Test
    void theSeamRunsTheRealDispatchBracketedAndWithoutContent() throws Exception {
        JsonObject invoked = ask("POST", "/v1/host/sample/agents/live-invoke", "{\"source\":\"run-api\"}");
        List<JsonObject> told = agentEvents(invoked.string("runId").orElseThrow());

        assertThat(invoked.string("outcome")).contains("completed");
        assertThat(told.getFirst().string("type")).contains("agent.invocation.started");
        assertThat(told.getLast().string("type")).contains("agent.invocation.completed");
        for (JsonObject bracket : List.of(told.getFirst(), told.getLast())) {
            assertThat(payload(bracket).string("invocationId")).isEqualTo(invoked.string("invocationId"));
            assertThat(payload(bracket).toString()).doesNotContain(FORBIDDEN);
        }
    }

    @Test
    void theSeamsInvalidResultFailsAndItsForbiddenToolIsNotCalled() throws Exception {
        JsonObject invalid = ask(
                "POST",
                "/v1/host/sample/agents/live-invoke",
                "{\"source\":\"run-api\",\"returnSchemaRef\":\"conformance-strict-handoff\",\"forceInvalidResult\":true}");
        assertThat(invalid.string("outcome")).contains("failed");
        assertThat(payload(agentEvents(invalid.string("runId").orElseThrow()).getLast())
                        .toString())
                .doesNotContain("\"schemaValidated\":true");

        JsonObject attempt = ask(
                "POST",
                "/v1/host/sample/agents/live-invoke",
                "{\"source\":\"chat-mention\",\"attemptTool\":\"conformance-disallowed-tool\"}");
        assertThat(agentEvents(attempt.string("runId").orElseThrow()))
                .noneMatch(event -> event.string("type").orElse("").equals("agent.toolCalled"));
    }
}
