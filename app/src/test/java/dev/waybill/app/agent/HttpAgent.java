package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/// An agent that calls a `waybill serve`.
///
/// @param client may be shared by many agents
record HttpAgent(HttpClient client, Served server) implements Agent {

    @Override
    public Answer call(String tool, JsonObject arguments) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + server.key())
                .POST(HttpRequest.BodyPublishers.ofString(message(tool, arguments)))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Answer.of(response.body());
    }

    static String message(String tool, JsonObject arguments) {
        return JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", "tools/call")
                .put("params", McpAgent.params(tool, arguments))
                .build()
                .toString();
    }
}
