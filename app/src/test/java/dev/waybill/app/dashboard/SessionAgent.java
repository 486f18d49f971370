package dev.waybill.app.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/// An agent at work on a guided workflow, over the MCP of the host that the browser looks at.
record SessionAgent(HttpClient client, String url) {

    /// Where it is: what the last answer told.
    record At(JsonObject told) {

        String step() {
            return told.object("pending").flatMap(it -> it.string("stepId")).orElse("");
        }

        String run() {
            return told.object("session").flatMap(it -> it.string("runId")).orElseThrow();
        }

        boolean isComplete() {
            return JsonBool.TRUE.equals(told.get("isComplete"));
        }

        boolean isBlocked() {
            return told.has("blocked");
        }
    }

    /// @param json with single quotes
    static JsonObject json(String json) {
        return JsonReader.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    At start(String workflow, String session) throws IOException, InterruptedException {
        return start(workflow, JsonObject.of("ticketId", session));
    }

    At start(String workflow, JsonObject context) throws IOException, InterruptedException {
        return call("workflow_start", JsonObject.of("workflowId", workflow).with("context", context));
    }

    At note(At at, String notes) throws IOException, InterruptedException {
        return bring(at, JsonObject.of("notesMarkdown", notes));
    }

    At bring(At at, JsonObject output) throws IOException, InterruptedException {
        return call(
                "workflow_advance",
                JsonObject.of("stateToken", at.told().string("stateToken").orElseThrow())
                        .with("ackToken", at.told().string("ackToken").orElseThrow())
                        .with("output", output));
    }

    private At call(String tool, JsonObject arguments) throws IOException, InterruptedException {
        JsonObject message = JsonObject.of("jsonrpc", "2.0")
                .with("id", 1)
                .with("method", "tools/call")
                .with("params", JsonObject.of("name", new JsonString(tool)).with("arguments", arguments));
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(url + "/mcp"))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(message.toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonObject result = JsonReader.readObject(response.body().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .object("result")
                .orElseThrow(() -> new AssertionError(response.body()));
        assertThat(JsonBool.TRUE.equals(result.get("isError")))
                .as(response.body())
                .isFalse();
        return new At(result.object("structuredContent").orElseThrow(() -> new AssertionError(response.body())));
    }
}
