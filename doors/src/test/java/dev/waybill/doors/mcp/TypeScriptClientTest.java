package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.testkit.ForeignClients;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The TypeScript SDK drives the door. It judges every `structuredContent` by the tool's output schema, refusals too.
class TypeScriptClientTest {

    private static final Path DRIVER = Path.of("src", "test", "node", "drive.mjs");

    @Test
    void drivesStandardInputAndOutput() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("stdio"));
        arguments.addAll(StdioProcess.command());
        JsonObject seen = drive(arguments);

        checkEverything(seen);
    }

    @Test
    void drivesHttpWithAKey() throws Exception {
        String key = ApiKeyGate.newKey(new Random(1));
        try (WaybillServer server = TestServer.withKey(key, "acme")) {
            JsonObject seen = drive(List.of("http", server.url() + "/mcp", key));

            checkEverything(seen);
            assertThat(meta(seen, "start").string("test/tenant")).contains("acme");
        }
    }

    private static JsonObject drive(List<String> arguments) throws Exception {
        String output = ForeignClients.node(DRIVER, arguments);
        return JsonReader.readObject(output.strip().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static void checkEverything(JsonObject seen) {
        assertThat(seen.get("errors")).isEqualTo(JsonArray.EMPTY);
        assertThat(seen.object("server").orElseThrow().string("name")).contains("waybill");
        assertThat(seen.array("tools").orElseThrow().items())
                .extracting(tool -> tool.asObject().orElseThrow().string("name").orElseThrow())
                .containsExactly("workflow_list", "workflow_inspect", "workflow_start", "workflow_advance");
        checkTheRun(seen);
        checkTheRefusals(seen);
        assertThat(seen.get("pingBeforeSlowCall")).isEqualTo(JsonBool.TRUE);
    }

    private static void checkTheRun(JsonObject seen) {
        assertThat(structured(seen, "list").has("workflows")).isTrue();
        assertThat(structured(seen, "inspect").string("workflowId")).contains("two-steps");
        assertThat(meta(seen, "start").string("test/agent")).contains("typescript-driver/1.2.3");
        assertThat(meta(seen, "start").object("test/meta").orElseThrow().string("traceparent"))
                .contains("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(structured(seen, "blocked").has("blocked")).isTrue();
        assertThat(structured(seen, "advance").string("stateToken")).contains("st.v1.two");
        assertThat(structured(seen, "end").get("isComplete")).isEqualTo(JsonBool.TRUE);
        assertThat(structured(seen, "end").get("pending")).isEqualTo(JsonNull.NULL);
    }

    private static void checkTheRefusals(JsonObject seen) {
        assertThat(refusal(seen, "refused")).isEqualTo("TOKEN_MALFORMED");
        assertThat(refusal(seen, "unknownField")).isEqualTo("UNKNOWN_FIELD");
        assertThat(refusal(seen, "wrongType")).isEqualTo("INVALID_ARGUMENT");
        assertThat(seen.string("unknownTool").orElseThrow()).contains("workflow_dance", "workflow_advance");
    }

    private static String refusal(JsonObject seen, String call) {
        assertThat(seen.object(call).orElseThrow().get("isError")).isEqualTo(JsonBool.TRUE);
        return structured(seen, call)
                .object("error")
                .flatMap(error -> error.string("code"))
                .orElseThrow();
    }

    private static JsonObject structured(JsonObject seen, String call) {
        return seen.object(call)
                .flatMap(result -> result.object("structuredContent"))
                .orElseThrow();
    }

    private static JsonObject meta(JsonObject seen, String call) {
        return seen.object(call).flatMap(result -> result.object("_meta")).orElseThrow();
    }
}
