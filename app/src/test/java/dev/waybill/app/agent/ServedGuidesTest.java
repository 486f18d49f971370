package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents on other machines are told about the workflows of a server, and nothing about its disk.
class ServedGuidesTest {

    private static final String OPENING = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},
             "clientInfo":{"name":"test","version":"1"}}}""";

    private static final String INSPECT = """
            {"jsonrpc":"2.0","id":2,"method":"tools/call",
             "params":{"name":"%s","arguments":%s}}""";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> post(String url, String session, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-06-18");
        }
        return client.send(
                request.POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aWorkflowWithMistakesIsNamedByItsFileAlone() throws Exception {
        Path workflows = Files.createDirectories(folder.resolve("here-only"));
        Files.writeString(workflows.resolve("half.json"), """
                {"id": "half-done", "kind": "guided", "name": "Half", "version": "1.0.0", "steps": []}""");
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.toString());
        variables.put("XDG_CONFIG_HOME", folder.toString());
        try (Served served = Served.start(folder, variables, "--workflows", workflows.toString())) {
            HttpResponse<String> opened = post(served.url(), "", OPENING);
            assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
            String session = opened.headers().firstValue("Mcp-Session-Id").orElse("");
            String refused = post(
                            served.url(),
                            session,
                            INSPECT.formatted("workflow_inspect", "{\"workflowId\":\"half-done\"}"))
                    .body();
            assertThat(refused).contains("WORKFLOW_INVALID", "half.json").doesNotContain("here-only");
            assertThat(post(served.url(), session, INSPECT.formatted("workflow_list", "{}"))
                            .body())
                    .contains("half.json")
                    .doesNotContain("here-only");
        }
    }
}
