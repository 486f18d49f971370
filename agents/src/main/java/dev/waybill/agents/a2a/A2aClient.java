package dev.waybill.agents.a2a;

import dev.waybill.agents.Outside;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.carry.Carried;
import dev.waybill.runtime.egress.Seam;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Speaks A2A with one agent, over JSON-RPC in the spelling of 0.3.
final class A2aClient {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int LONGEST = 16 * 1024 * 1024;
    private static final List<String> CARDS = List.of("/.well-known/agent-card.json", "/.well-known/agent.json");
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int FIRST_SERVER_ERROR = 500;

    private final Outside outside;
    private final RemoteAgent agent;
    private final Carried carried;

    /// @param carried goes along with everything that is sent
    A2aClient(Outside outside, RemoteAgent agent, Carried carried) {
        this.outside = outside;
        this.agent = agent;
        this.carried = carried;
    }

    /// The agent's card, from the newer place or the older one.
    JsonObject card() throws IOException, InterruptedException {
        IOException missing = new A2aProblem("remote_card_missing", "the agent has no card at " + agent.address());
        for (String path : CARDS) {
            HttpResponse<InputStream> response =
                    send(request(under(agent.address(), path)).GET().build());
            try (InputStream body = response.body()) {
                if (response.statusCode() == OK) {
                    return object(body);
                }
            }
        }
        throw missing;
    }

    private static URI under(URI base, String path) {
        String text = base.toString();
        return URI.create((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + path);
    }

    /// Where messages go: an operator says it, a card says it for others.
    private URI endpoint() throws IOException, InterruptedException {
        if (agent.configured()) {
            return agent.address();
        }
        try {
            return card().string("url").map(URI::create).orElse(agent.address());
        } catch (IllegalArgumentException | A2aProblem e) {
            return agent.address();
        }
    }

    /// @throws A2aProblem when the agent refuses; another [IOException] when it may work the next time
    JsonObject call(String method, JsonObject params) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = open(method, params, "application/json");
        try (InputStream body = response.body()) {
            return result(object(body));
        }
    }

    /// The events of a stream, one line of data each.
    HttpResponse<InputStream> open(String method, JsonObject params, String accept)
            throws IOException, InterruptedException {
        JsonObject call = JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", method)
                .put("params", params)
                .build();
        HttpResponse<InputStream> response = send(request(endpoint())
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .POST(HttpRequest.BodyPublishers.ofByteArray(JsonWriter.compactBytes(call)))
                .build());
        int status = response.statusCode();
        if (status == TOO_MANY || status >= FIRST_SERVER_ERROR) {
            response.body().close();
            throw new IOException("the agent answered " + status);
        }
        return response;
    }

    static JsonObject result(JsonObject answer) throws A2aProblem {
        Optional<JsonObject> error = answer.object("error");
        if (error.isPresent()) {
            throw new A2aProblem(
                    "remote_refused",
                    "the agent refused (%s): %s"
                            .formatted(
                                    error.get().get("code"),
                                    error.get().string("message").orElse("")));
        }
        return answer.object("result")
                .orElseThrow(() -> new A2aProblem("remote_answer_invalid", "the agent answered without a result"));
    }

    private HttpRequest.Builder request(URI to) {
        HttpRequest.Builder request = HttpRequest.newBuilder(to).timeout(PATIENCE);
        carried.toHeaders().forEach(request::header);
        String key = agent.key();
        if (key != null && agent.configured() && sameOrigin(to)) {
            request.header("Authorization", "Bearer " + outside.secret().apply(key));
        }
        return request;
    }

    private boolean sameOrigin(URI to) {
        return String.valueOf(to.getAuthority()).equals(agent.address().getAuthority());
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        Seam.A2A.pass();
        return agent.configured() && sameOrigin(request.uri())
                ? outside.egress().toConfigured(request, HttpResponse.BodyHandlers.ofInputStream())
                : outside.egress().toGiven(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    private static JsonObject object(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(LONGEST + 1);
        if (bytes.length > LONGEST) {
            throw new A2aProblem("remote_answer_invalid", "the agent's answer is longer than " + LONGEST + " bytes");
        }
        return parsed(bytes);
    }

    static JsonObject parsed(byte[] bytes) throws A2aProblem {
        try {
            return JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT)
                    .asObject()
                    .orElseThrow(() -> new A2aProblem("remote_answer_invalid", "the agent's answer is no object"));
        } catch (JsonException e) {
            throw new A2aProblem("remote_answer_invalid", "the agent's answer is no JSON: " + e.getMessage());
        }
    }
}
