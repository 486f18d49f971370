package dev.waybill.app.house;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Speaks OpenAI's chat completions and says, in an agent's place, what an example's `mock.json` says at its node. The
/// cassettes of the examples are recorded from it.
final class StandInModel implements AutoCloseable {

    static final String KEY = "the-key-of-the-test";

    private final HttpServer server;
    private final Map<String, String> answers = new LinkedHashMap<>();

    private StandInModel(HttpServer server) {
        this.server = server;
    }

    /// @param workflow the file of the example
    static StandInModel of(Path workflow) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            StandInModel model = new StandInModel(server);
            model.learn(workflow);
            server.createContext("/v1/chat/completions", model::answer);
            server.start();
            return model;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// By the prompt of each agent what is said at the node that it works for.
    private void learn(Path workflow) throws IOException {
        Path folder = workflow.resolveSibling("pack");
        Map<String, String> prompts = new LinkedHashMap<>();
        for (JsonValue agent : json(folder.resolve("pack.json")).array("agents").orElseThrow()) {
            JsonObject manifest = agent.asObject().orElseThrow();
            prompts.put(
                    manifest.string("agentId").orElseThrow(),
                    Files.readString(folder.resolve(
                                    manifest.string("systemPromptRef").orElseThrow()))
                            .strip());
        }
        JsonObject program = json(workflow.resolveSibling("mock.json"))
                .object("agents")
                .flatMap(agents -> agents.object("models"))
                .flatMap(models -> models.object("mock"))
                .flatMap(mock -> mock.object("program"))
                .orElseThrow();
        for (JsonValue each : json(workflow).array("nodes").orElseThrow()) {
            JsonObject node = each.asObject().orElseThrow();
            node.object("agent").flatMap(agent -> agent.string("agentId")).ifPresent(agent -> {
                JsonValue said = program.array(node.string("id").orElseThrow())
                        .orElseThrow()
                        .get(0)
                        .asObject()
                        .orElseThrow()
                        .members()
                        .get("content");
                answers.put(
                        prompts.getOrDefault(agent, ""),
                        said instanceof JsonString(var text) ? text : String.valueOf(said));
            });
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonObject request = JsonReader.readObject(exchange.getRequestBody().readAllBytes(), JsonLimits.DOCUMENT);
        boolean known = ("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        byte[] answer = (known ? stream(said(request)) : "{\"error\": {\"message\": \"who are you?\"}}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", known ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(known ? 200 : 401, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private String said(JsonObject request) {
        String system = request.array("messages")
                .orElse(JsonArray.EMPTY)
                .get(0)
                .asObject()
                .flatMap(message -> message.string("content"))
                .orElse("");
        return answers.entrySet().stream()
                .filter(entry -> system.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("I do not know this prompt.");
    }

    private static String stream(String text) {
        StringBuilder stream = new StringBuilder();
        for (String piece : text.split("(?<= )", -1)) {
            stream.append(chunk("{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":null}"
                    .formatted(new JsonString(piece))));
        }
        return stream.append(chunk("{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}"))
                .append("data: [DONE]\n\n")
                .toString();
    }

    private static String chunk(String choice) {
        return "data: {\"id\":\"stand-in\",\"object\":\"chat.completion.chunk\",\"model\":\"gpt-5-mini\",\"choices\":[%s]}\n\n"
                .formatted(choice);
    }

    private static JsonObject json(Path file) throws IOException {
        return JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
