package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.doors.http.WaybillServer;
import dev.waybill.testkit.ForeignClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command-line mode of the MCP inspector.
class InspectorTest {

    @TempDir
    private Path directory;

    @Test
    void listsTheToolsOverStandardInputAndOutput() throws Exception {
        List<String> java = StdioProcess.command();
        // The inspector takes options of the server for its own, so they come from a file.
        Path options = Files.write(directory.resolve("options"), java.subList(1, java.size()));
        assertThat(ForeignClients.inspector(
                        Map.of(), List.of(java.getFirst(), "@" + options, "--method", "tools/list")))
                .contains("\"workflow_list\"", "\"workflow_inspect\"", "\"workflow_start\"", "\"workflow_advance\"")
                .doesNotContain("workflow_resume");
    }

    @Test
    void callsAToolOverHttp() throws Exception {
        try (WaybillServer server = TestServer.open()) {
            String answer = ForeignClients.inspector(
                    Map.of(),
                    List.of(
                            server.url() + "/mcp",
                            "--transport",
                            "http",
                            "--method",
                            "tools/call",
                            "--tool-name",
                            "workflow_inspect",
                            "--tool-arg",
                            "workflowId=two-steps"));
            assertThat(answer).contains("\"structuredContent\"", "\"workflowId\": \"two-steps\"");
        }
    }
}
