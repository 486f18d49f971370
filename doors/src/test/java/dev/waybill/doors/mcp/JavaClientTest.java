package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.doors.http.WaybillServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The client of the Java SDK, with its own JSON and its own schema validator.
class JavaClientTest {

    /// The program behind it has to start, too, on a machine that may be busy.
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void drivesStandardInputAndOutput() {
        List<String> command = StdioProcess.command();
        var server = ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build();
        drive(new StdioClientTransport(server, McpJsonDefaults.getMapper()));
    }

    @Test
    void drivesHttp() {
        try (WaybillServer server = TestServer.open()) {
            drive(HttpClientStreamableHttpTransport.builder(server.url())
                    .endpoint("/mcp")
                    .build());
        }
    }

    private static void drive(McpClientTransport transport) {
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(PATIENCE)
                .initializationTimeout(PATIENCE)
                .build()) {
            client.initialize();
            assertThat(client.listTools().tools()).extracting(Tool::name).hasSize(4);

            CallToolResult started = call(client, "workflow_start", "workflowId", "two-steps");
            assertThat(started.isError()).isFalse();
            assertThat(started.structuredContent()).asString().contains("st.v1.one");

            CallToolResult refused = call(client, "workflow_advance", "stateToken", "nonsense");
            assertThat(refused.isError()).isTrue();
            assertThat(refused.structuredContent()).asString().contains("TOKEN_MALFORMED");
        }
    }

    private static CallToolResult call(McpSyncClient client, String tool, String name, String value) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put(name, value);
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }
}
