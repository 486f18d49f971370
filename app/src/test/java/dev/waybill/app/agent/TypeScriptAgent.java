package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.ForeignClients;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The TypeScript SDK. What it gives back has passed its own check against the tool's output schema.
final class TypeScriptAgent implements ForeignAgent {

    private static final Path RELAY = Path.of("src", "test", "node", "relay.mjs");

    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    /// @param server `stdio` and a command, or `http`, a URL and an API key
    TypeScriptAgent(Map<String, String> variables, List<String> server) throws IOException, InterruptedException {
        process = ForeignClients.start(RELAY, variables, server);
        in = process.outputWriter(StandardCharsets.UTF_8);
        out = process.inputReader(StandardCharsets.UTF_8);
    }

    @Override
    public JsonObject tools() throws IOException {
        return ask(JsonObject.builder().put("list", true).build()).result();
    }

    @Override
    public Answer call(String tool, JsonObject arguments) throws IOException {
        return ask(McpAgent.params(tool, arguments));
    }

    private Answer ask(JsonObject line) throws IOException {
        in.write(line + "\n");
        in.flush();
        String answer = out.readLine();
        assertThat(answer).as("an answer to " + line).isNotNull().doesNotStartWith("{\"refused\"");
        return new Answer(answer);
    }

    /// With the server that it started, which may write to the test's folder up to its end.
    @Override
    public void close() {
        List<ProcessHandle> servers = process.descendants().toList();
        process.destroy();
        process.onExit().join();
        servers.forEach(server -> server.onExit().join());
    }
}
