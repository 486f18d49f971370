package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An agent with a `waybill mcp` of its own, as a client starts one.
final class McpAgent implements AutoCloseable {

    private final Process process;
    private final Writer in;
    private final BufferedReader out;
    private int next = 1;

    /// @param options of its JVM
    McpAgent(Path folder, List<String> options, String... words) throws IOException {
        List<String> all =
                new ArrayList<>(List.of("mcp", "--data", folder.resolve("data").toString()));
        all.addAll(List.of(words));
        List<String> command = Spawned.command(options, Main.class, all.toArray(String[]::new));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("WAYBILL_KEYS", folder.resolve("keys").toString());
        process = builder.start();
        in = process.outputWriter(StandardCharsets.UTF_8);
        out = process.inputReader(StandardCharsets.UTF_8);
        JsonObject client = JsonObject.builder()
                .put("name", "test-agent")
                .put("version", "1")
                .build();
        request(
                "initialize",
                JsonObject.builder()
                        .put("protocolVersion", "2025-06-18")
                        .put("capabilities", JsonObject.EMPTY)
                        .put("clientInfo", client)
                        .build());
    }

    JsonObject request(String method, JsonObject params) throws IOException {
        send(method, params);
        String line = out.readLine();
        assertThat(line).as("an answer to " + method).isNotNull();
        return JsonReader.read(line, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    void send(String method, JsonObject params) throws IOException {
        in.write(JsonWriter.compact(JsonObject.builder()
                        .put("jsonrpc", "2.0")
                        .put("id", next++)
                        .put("method", method)
                        .put("params", params)
                        .build())
                + "\n");
        in.flush();
    }

    /// The result of a tool.
    JsonObject call(String tool, JsonObject arguments) throws IOException {
        return request("tools/call", params(tool, arguments)).object("result").orElseThrow();
    }

    static JsonObject params(String tool, JsonObject arguments) {
        return JsonObject.builder()
                .put("name", tool)
                .put("arguments", arguments)
                .build();
    }

    static JsonObject structured(JsonObject result) {
        return result.object("structuredContent").orElseThrow();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// The client goes away.
    int leave() throws IOException, InterruptedException {
        in.close();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
