package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One agent, three ways in, on a host without seams: a node of a workflow, `agentId` at the root of a run, a mention
/// in a chat. Whatever the agent comes to, all three tell it in the same events.
class EntryPointsTest {

    private static final String AGENT = "local.test.ways.";

    @TempDir
    static Path home;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static Served served;

    enum Way {
        WORKFLOW_NODE("workflow-node"),
        RUN_API("run-api"),
        CHAT_MENTION("chat-mention");

        private final String source;

        Way(String source) {
            this.source = source;
        }
    }

    @BeforeAll
    static void aHostWithAgents() throws Exception {
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), """
                {"name": "local.test.ways", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents", "agents": [
                  {"agentId": "local.test.ways.plain", "persona": "Plain", "modelClass": "general",
                   "systemPrompt": "You answer.", "toolAllowlist": ["workflow:echo", "http:shop/placeOrder"]},
                  {"agentId": "local.test.ways.strict", "persona": "Strict", "modelClass": "general",
                   "systemPromptRef": "strict.md", "handoff": {"returnSchemaRef": "result.json"},
                   "confidence": {"defaultThreshold": 0.6}},
                  {"agentId": "local.test.ways.picky", "persona": "Picky", "modelClass": "general",
                   "systemPrompt": "You are picky.", "handoff": {"taskSchemaRef": "task.json"}},
                  {"agentId": "local.test.ways.elephant", "persona": "Elephant", "modelClass": "general",
                   "systemPrompt": "You remember.", "memoryShape": {"longTerm": true}}]}""");
        Files.writeString(pack.resolve("strict.md"), "You are strict.");
        Files.writeString(pack.resolve("result.json"), """
                {"type": "object", "required": ["answer"], "additionalProperties": false,
                 "properties": {"answer": {"type": "string"}, "confidence": {"type": "number"}}}""");
        Files.writeString(pack.resolve("task.json"), """
                {"type": "object", "required": ["message", "page"],
                 "properties": {"message": {"type": "string"}, "page": {"type": "number"}}}""");
        Files.writeString(home.resolve("shop.json"), """
                {"openapi": "3.1.0", "paths": {"/orders": {"post": {"operationId": "placeOrder", "summary": "Orders."}}}}""");
        Path workflows = Files.createDirectories(home.resolve("workflows"));
        Files.writeString(workflows.resolve("echo.json"), """
                {"id": "echo", "name": "Echo", "version": "1", "variables": [{"name": "text", "type": "string", "required": true}],
                 "nodes": [{"id": "same", "typeId": "core.identity", "name": "s",
                            "inputs": {"text": {"type": "variable", "variableName": "text"}}}]}""");
        for (String agent : List.of("plain", "strict", "picky", "elephant")) {
            Files.writeString(workflows.resolve(agent + ".json"), """
                    {"id": "ask-%s", "name": "Ask", "version": "1", "variables": [{"name": "message", "type": "string"}],
                     "nodes": [{"id": "agent", "typeId": "core.agents.run", "name": "a", "agent": {"agentId": "%s%s"},
                                "inputs": {"message": {"type": "variable", "variableName": "message"}}}]}""".formatted(agent, AGENT, agent));
        }
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_PACKS", pack.toString());
        variables.put(
                "WAYBILL_TOOLS",
                "{\"openapi\": {\"shop\": {\"document\": \"%s\", \"server\": \"https://shop.example\", \"scopes\": [\"orders:write\"]}}}"
                        .formatted(home.resolve("shop.json")));
        served = Served.start(home, variables, "--test-seams", "--workflows", workflows.toString());
    }

    @AfterAll
    static void closed() {
        served.close();
    }

    private static JsonObject send(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create(served.url() + path))
                        .header("Accept", "application/json")
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return JsonReader.readObject(answer.body().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// @param program what the mock says in this run, with single quotes
    private static String start(Way way, String agent, String program) throws IOException, InterruptedException {
        String told = ",'configurable':{'mockProvider':{'config':{'program':[" + program + "]}}}}";
        JsonObject created = switch (way) {
            case WORKFLOW_NODE ->
                send("POST", "/v1/runs", "{'workflowId':'ask-" + agent + "','inputs':{'message':'go'}" + told);
            case RUN_API ->
                send("POST", "/v1/runs", "{'agentId':'" + AGENT + agent + "','inputs':{'message':'go'}" + told);
            case CHAT_MENTION -> send("POST", "/v1/host/waybill/chat", "{'message':'@" + AGENT + agent + " go'" + told);
        };
        return created.string("runId").orElseThrow();
    }

    private static JsonObject until(String run, String status) throws Exception {
        return Until.seen(
                () -> send("GET", "/v1/runs/" + run, ""),
                snapshot -> snapshot.string("status").orElseThrow().equals(status));
    }

    private static List<JsonObject> agentEvents(String run) throws IOException, InterruptedException {
        return send("GET", "/v1/runs/" + run + "/events", "").array("events").orElse(JsonArray.EMPTY).items().stream()
                .map(event -> event.asObject().orElseThrow())
                .filter(event -> event.string("type").orElse("").startsWith("agent."))
                .toList();
    }

    private static JsonObject payload(List<JsonObject> events, String type) {
        return events.stream()
                .filter(event -> event.string("type").orElse("").equals(type))
                .findFirst()
                .flatMap(event -> event.object("payload"))
                .orElseThrow(() -> new AssertionError("no " + type + " in " + types(events)));
    }

    private static List<String> types(List<JsonObject> events) {
        return events.stream().map(event -> event.string("type").orElse("")).toList();
    }

    /// Runs it, and checks what holds for every call of an agent.
    private static List<JsonObject> told(Way way, String agent, String status, String program) throws Exception {
        String run = start(way, agent, program);
        until(run, status);
        List<JsonObject> events = agentEvents(run);
        JsonObject started = payload(events, "agent.invocation.started");
        assertThat(types(events).getFirst()).isEqualTo("agent.invocation.started");
        assertThat(started.string("source")).contains(way.source);
        assertThat(started.string("resolvedAgentVersion")).contains("1.0.0");
        assertThat(types(events).getLast()).isEqualTo("agent.invocation.completed");
        JsonObject completed = payload(events, "agent.invocation.completed");
        assertThat(completed.string("invocationId")).isEqualTo(started.string("invocationId"));
        assertThat(started.toString() + completed).doesNotContain("You a", "\"go\"", "rain");
        assertThat(types(events).get(1)).isEqualTo("agent.promptResolved");
        return events;
    }

    private static String outcome(List<JsonObject> events) {
        return payload(events, "agent.invocation.completed").string("outcome").orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void itThinksCallsAWorkflowAsAToolAndDecides(Way way) throws Exception {
        List<JsonObject> events = told(
                way,
                "plain",
                "completed",
                "{'reasoning':'I ask.','toolCalls':[{'id':'c1','name':'echo','arguments':{'text':'hello'}}]},"
                        + "{'reasoning':'I know.','content':'rain'}");
        assertThat(types(events))
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
        assertThat(outcome(events)).isEqualTo("completed");
        assertThat(payload(events, "agent.toolCalled").string("argsHash")).isPresent();
        assertThat(payload(events, "agent.toolReturned").string("status")).contains("ok");
    }

    @ParameterizedTest
    @EnumSource
    void aToolThatIsNotOnItsListIsNotCalled(Way way) throws Exception {
        List<JsonObject> events = told(
                way,
                "plain",
                "completed",
                "{'toolCalls':[{'id':'c1','name':'core_openwop_http_fetch','arguments':{'url':'https://example.com/'}}]},"
                        + "{'content':'rain'}");
        assertThat(types(events)).doesNotContain("agent.toolCalled", "agent.toolReturned");
    }

    @ParameterizedTest
    @EnumSource
    void aToolWhoseScopeNobodyGrantedIsForbidden(Way way) throws Exception {
        List<JsonObject> events = told(
                way,
                "plain",
                "completed",
                "{'toolCalls':[{'id':'c1','name':'shop_placeOrder','arguments':{}}]},{'content':'rain'}");
        assertThat(payload(events, "agent.toolReturned").string("status")).contains("forbidden");
        assertThat(payload(events, "agent.toolReturned").has("outcome")).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalEndsItAsRefused(Way way) throws Exception {
        List<JsonObject> events = told(way, "plain", "failed", "{'stopReason':'safety','refusalText':'I will not.'}");
        assertThat(outcome(events)).isEqualTo("refused");
        assertThat(types(events)).doesNotContain("agent.decided");
    }

    @ParameterizedTest
    @EnumSource
    void aResultThatFitsIsTaken(Way way) throws Exception {
        List<JsonObject> events = told(way, "strict", "completed", "{'content':'{\\'answer\\':\\'rain\\'}'}");
        assertThat(outcome(events)).isEqualTo("completed");
        assertThat(payload(events, "agent.invocation.completed").get("schemaValidated"))
                .hasToString("true");
        assertThat(payload(events, "agent.promptResolved").toString())
                .contains("\"layer\":\"agent-intrinsic\"", "\"applied\":true")
                .doesNotContain("You are strict");
    }

    @ParameterizedTest
    @EnumSource
    void aResultThatDoesNotFitFailsTheRun(Way way) throws Exception {
        List<JsonObject> events = told(way, "strict", "failed", "{'content':'no object'},{'content':'nor this'}");
        assertThat(outcome(events)).isEqualTo("failed");
        assertThat(String.valueOf(payload(events, "agent.invocation.completed").get("schemaValidated")))
                .isNotEqualTo("true");
    }

    @ParameterizedTest
    @EnumSource
    void aTaskThatDoesNotFitIsRefusedBeforeAModelIsAsked(Way way) throws Exception {
        List<JsonObject> events = told(way, "picky", "failed", "{'content':'rain'}");
        assertThat(outcome(events)).isEqualTo("failed");
        assertThat(types(events)).doesNotContain("agent.reasoned", "agent.decided");
    }

    @ParameterizedTest
    @EnumSource
    void whatItIsNotSureOfAPersonDecides(Way way) throws Exception {
        String run = start(way, "strict", "{'content':'{\\'answer\\':\\'rain\\',\\'confidence\\':0.3}'}");
        JsonObject waiting = until(run, "waiting-approval");
        assertThat(types(agentEvents(run))).contains("agent.decided");
        String node = waiting.object("interrupt").orElseThrow().string("nodeId").orElseThrow();
        send("POST", "/v1/runs/" + run + "/interrupts/" + node, "{'resumeValue':{'action':'accept'}}");
        until(run, "completed");
        List<JsonObject> events = agentEvents(run);
        assertThat(types(events).getFirst()).isEqualTo("agent.invocation.started");
        assertThat(types(events).getLast()).isEqualTo("agent.invocation.completed");
        assertThat(outcome(events)).isEqualTo("escalated");
        assertThat(payload(events, "agent.invocation.started").string("source")).contains(way.source);
    }

    @ParameterizedTest
    @EnumSource
    void whatItRemembersIsBoundAndTold(Way way) throws Exception {
        List<JsonObject> events = told(way, "elephant", "completed", "{'content':'rain'}");
        assertThat(payload(events, "agent.invocation.started").get("memoryBound"))
                .hasToString("true");
    }
}
