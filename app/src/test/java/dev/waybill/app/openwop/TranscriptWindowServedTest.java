package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.agent.Served;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the seam says about a turn is compared with the bytes that a model behind HTTP was really sent
/// for it.
class TranscriptWindowServedTest {

    private static final int TURNS = 7;
    private static final String SEAMS = "/v1/host/sample";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<JsonObject> fed = new CopyOnWriteArrayList<>();
    private HttpServer model;
    private Served host;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        model.createContext("/v1/chat/completions", this::answer);
        model.start();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.toString());
        variables.put("XDG_CONFIG_HOME", folder.toString());
        variables.put("OPENAI_API_KEY", "a-key-of-the-test");
        variables.put("WAYBILL_MODELS", """
                {"openai": {"wire": "openai-chat", "key": "env:OPENAI_API_KEY", "models": ["m"],
                  "url": "http://127.0.0.1:%d"}}""".formatted(model.getAddress().getPort()));
        host = Served.start(folder, variables, "--test-seams");
    }

    @AfterEach
    void stop() {
        host.close();
        model.stop(0);
    }

    /// Sums up when it is asked for no decision.
    private void answer(HttpExchange exchange) throws IOException {
        JsonObject request =
                JudgedHost.object(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String said = "A summary 😀, \"short\".";
        if (request.has("response_format")) {
            JsonArray messages = request.array("messages").orElseThrow();
            fed.add(JudgedHost.object(messages.get(messages.size() - 1)
                    .asObject()
                    .flatMap(message -> message.string("content"))
                    .orElseThrow()));
            said = fed.size() % TURNS == 0
                    ? "{\"kind\":\"terminate\",\"reason\":\"enough\"}"
                    : "{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"nobody\"]}";
        }
        byte[] body = """
                data: {"choices":[{"index":0,"delta":{"content":%s},"finish_reason":null}]}

                data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: [DONE]

                """.formatted(new JsonString(said)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private JsonObject ask(String method, String path, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(host.url() + path))
                    .header("Authorization", "Bearer " + host.key())
                    .header("Accept", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isBetween(200, 201);
            return JudgedHost.object(response.body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String ended(String run) {
        JsonObject end = Until.seen(
                () -> ask("GET", "/v1/runs/" + run, ""),
                it -> it.string("completedAt").isPresent());
        assertThat(end.string("status")).as(end.toString()).contains("completed");
        return run;
    }

    private JsonObject window(String run, int iteration) {
        return ask("GET", SEAMS + "/agent/transcript-window?runId=" + run + "&iteration=" + iteration, "");
    }

    private List<JsonObject> events(String run, String type) {
        return ask("GET", SEAMS + "/test/runs/" + run + "/events?type=" + type, "")
                .array("events")
                .orElseThrow()
                .items()
                .stream()
                .map(event -> event.asObject().orElseThrow())
                .toList();
    }

    private static JsonObject expected(JsonObject prompt, JsonObject window) {
        JsonObject.Builder texts = JsonObject.builder();
        prompt.string("earlierTurns").ifPresent(summary -> texts.put("summary", summary));
        assertThat(window.array("summarizedRanges").orElseThrow().size()).isEqualTo(prompt.has("earlierTurns") ? 1 : 0);
        return texts.put("turns", prompt.array("transcript").orElseThrow()).build();
    }

    private static JsonObject told(JsonObject window, List<String> summaries) {
        JsonObject.Builder texts = JsonObject.builder();
        List<JsonValue> turns = new ArrayList<>();
        long count = 0;
        for (JsonValue item : window.array("entries").orElseThrow()) {
            JsonObject entry = item.asObject().orElseThrow();
            String rendered = entry.string("rendered").orElseThrow();
            count += rendered.codePoints().count();
            if (summaries.contains(entry.string("eventId").orElseThrow())) {
                texts.put("summary", rendered);
            } else {
                turns.add(JudgedHost.object(rendered));
            }
        }
        assertThat(window.get("tokenCount")).hasToString(String.valueOf(count));
        assertThat(count).isLessThanOrEqualTo(600);
        return texts.put("turns", new JsonArray(turns)).build();
    }

    @Test
    void theSeamTellsWhatTheModelWasSentAndAReplayTellsTheSame() {
        assertThat(ask("GET", "/.well-known/openwop", "")
                        .object("multiAgent")
                        .orElseThrow()
                        .toString())
                .contains("\"contextBudget\":{\"transcriptTokenBudget\":400000,\"tokenCounter\":\"chars\"");
        ask("POST", SEAMS + "/workflows", """
                {'workflowId':'live','nodes':[
                  {'nodeId':'plan','typeId':'core.orchestrator.supervisor',
                   'config':{'prompt':'Go on.','model':'m','settings':{'transcriptTokenBudget':150}}},
                  {'nodeId':'act','typeId':'core.dispatch','config':{}}]}""");
        String run = ended(
                ask("POST", "/v1/runs", "{'workflowId':'live'}").string("runId").orElseThrow());
        assertThat(fed).hasSize(TURNS);
        List<JsonObject> summed = events(run, "context.summarized");
        assertThat(summed).as("the budget was under pressure").hasSizeGreaterThan(1);
        List<String> ids = summed.stream()
                .map(event -> event.string("eventId").orElseThrow())
                .toList();
        for (int iteration = 1; iteration <= TURNS; iteration++) {
            JsonObject window = window(run, iteration);
            assertThat(told(window, ids)).isEqualTo(expected(fed.get(iteration - 1), window));
        }
        String replay = ended(ask("POST", "/v1/runs/" + run + ":fork", "{'mode':'replay','fromSeq':0}")
                .string("runId")
                .orElseThrow());
        assertThat(fed).as("a replay asks nobody").hasSize(TURNS);
        for (int iteration = 1; iteration <= TURNS; iteration++) {
            JsonArray source = window(run, iteration).array("entries").orElseThrow();
            JsonArray again = window(replay, iteration).array("entries").orElseThrow();
            assertThat(again.items())
                    .extracting(entry -> entry.asObject().orElseThrow().get("rendered"))
                    .isEqualTo(source.items().stream()
                            .map(entry -> entry.asObject().orElseThrow().get("rendered"))
                            .toList());
            List<String> known = events(replay, "runOrchestrator.decided").stream()
                    .map(event -> event.string("eventId").orElseThrow())
                    .toList();
            assertThat(window(replay, iteration).array("eventIds").orElseThrow().items())
                    .allSatisfy(id -> assertThat(known).contains(id.asString().orElseThrow()));
        }
    }
}
