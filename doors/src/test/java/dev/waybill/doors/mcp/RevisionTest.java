package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.http.OpenGate;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.WaybillServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Revision 2026-07-28: every request stands for itself. Older clients are served on the same connection.
class RevisionTest {

    private static final String META = """
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientInfo":{"name":"modern","version":"3"},\
            "io.modelcontextprotocol/clientCapabilities":{}}""";
    private static final String PAGE = "https://pages.example";

    private final HttpClient http = HttpClient.newHttpClient();
    private final WaybillServer server = TestServer.start(
            ServerSettings.of("127.0.0.1", 0).withOrigins(List.of(PAGE)), new OpenGate(StdioClient.EVERYBODY));
    private StdioClient client;

    @BeforeEach
    void connect() throws Exception {
        client = new StdioClient(TwoSteps::new);
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close();
        server.close();
        http.close();
    }

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s%s}}"
                .formatted(method, params.isEmpty() ? "" : params + ",", META);
    }

    private static final String CALL = request("tools/call", "\"name\":\"workflow_list\",\"arguments\":{}");

    @Test
    void discoverySaysWhatIsSpokenWithoutAHandshake() throws Exception {
        client.send(request("server/discover", ""));
        JsonObject result = result();
        assertThat(result.get("supportedVersions"))
                .hasToString("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]");
        assertThat(result.object("capabilities").orElseThrow().has("tools")).isTrue();
        assertThat(result.string("instructions")).isPresent();
        cacheable(result);
    }

    @Test
    void everyResultSaysThatItIsCompleteAndWhoAnswers() throws Exception {
        client.send(request("tools/list", ""));
        JsonObject list = result();
        assertThat(list.array("tools").orElseThrow().size()).isEqualTo(4);
        cacheable(list);
        client.send(CALL);
        JsonObject called = result();
        assertThat(called.string("resultType")).contains("complete");
        JsonObject meta = called.object("_meta").orElseThrow();
        assertThat(meta.object("io.modelcontextprotocol/serverInfo")
                        .orElseThrow()
                        .string("name"))
                .contains("waybill");
        assertThat(meta.string("test/agent")).as("who asks is in the request").contains("modern/3");
    }

    private static void cacheable(JsonObject result) {
        assertThat(result.string("resultType")).contains("complete");
        assertThat(result.get("ttlMs")).isEqualTo(JsonNumber.of(3_600_000));
        assertThat(result.string("cacheScope")).contains("public");
        assertThat(result.object("_meta").orElseThrow().has("io.modelcontextprotocol/serverInfo"))
                .isTrue();
    }

    @Test
    void anUnknownRevisionIsToldWhichThereAre() throws Exception {
        client.send(CALL.replace("2026-07-28", "1900-01-01"));
        assertThat(client.line())
                .contains("-32022", "\"requested\":\"1900-01-01\"", "\"supported\":[\"2026-07-28\",\"2025-11-25\"");
    }

    @Test
    void aRequestThatLacksItsCapabilitiesIsMalformed() throws Exception {
        client.send(CALL.replace(",\"io.modelcontextprotocol/clientCapabilities\":{}", ""));
        assertThat(client.line()).contains("-32602", "clientCapabilities");
    }

    @Test
    void whatTheRevisionRemovedIsUnknownAndOldClientsStillHaveIt() throws Exception {
        client.send(request("ping", ""));
        assertThat(client.line()).contains("-32601");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
        assertThat(client.line()).contains("\"result\":{}");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"server/discover\"}");
        assertThat(client.line()).as("a request of an old client").contains("-32601");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/list\"}");
        assertThat(client.line()).doesNotContain("resultType", "ttlMs");
    }

    @Test
    void overHttpTheHeadersRepeatTheMessage() throws Exception {
        HttpResponse<String> answer = send(CALL, "2026-07-28", "tools/call", "workflow_list");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"resultType\":\"complete\"", "modern/3");
        assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
        assertThat(send(CALL, "2026-07-28", "tools/call", "=?base64?d29ya2Zsb3dfbGlzdA==?=")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void headersThatContradictTheMessageOrLackAreRefused() throws Exception {
        mismatch(send(CALL, "2026-07-28", "tools/call", "workflow_start"));
        mismatch(send(CALL, "2026-07-28", "tools/call", ""));
        mismatch(send(CALL, "2026-07-28", "tools/list", "workflow_list"));
        mismatch(send(CALL, "2026-07-28", "", "workflow_list"));
        mismatch(send(CALL, "", "tools/call", "workflow_list"));
        mismatch(send(CALL, "2025-11-25", "tools/call", "workflow_list"));
    }

    private static void mismatch(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("-32020", "\"id\":1");
    }

    @Test
    void overHttpEachMistakeHasItsStatus() throws Exception {
        String unknown = request("prompts/list", "");
        HttpResponse<String> missing = send(unknown, "2026-07-28", "prompts/list", "");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("-32601", "\"id\":1");
        HttpResponse<String> version = send(CALL, "1900-01-01", "tools/call", "workflow_list");
        assertThat(version.statusCode()).isEqualTo(400);
        assertThat(version.body()).contains("-32022", "\"id\":1", "\"requested\":\"1900-01-01\"");
        HttpResponse<String> bare =
                send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "2026-07-28", "tools/list", "");
        assertThat(bare.statusCode()).isEqualTo(400);
        assertThat(bare.body()).contains("-32602", "protocolVersion");
    }

    @Test
    void aPageOfAnAllowedOriginMayAskAndReadAndAnotherMayNot() throws Exception {
        HttpResponse<String> asked = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/mcp"))
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .header("Origin", PAGE)
                        .header("Access-Control-Request-Method", "POST")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(asked.statusCode()).isEqualTo(204);
        assertThat(asked.headers().firstValue("Access-Control-Allow-Origin")).contains(PAGE);
        assertThat(asked.headers().firstValue("Access-Control-Allow-Methods").orElseThrow())
                .contains("POST");
        assertThat(asked.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
                .contains("Authorization", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id");
        assertThat(asked.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();

        HttpResponse<String> read = send(CALL, "2026-07-28", "tools/call", "workflow_list", "Origin", PAGE);
        assertThat(read.headers().firstValue("Access-Control-Allow-Origin")).contains(PAGE);
        assertThat(read.headers().firstValue("Vary")).contains("Origin");
        assertThat(read.headers().firstValue("Access-Control-Expose-Headers").orElseThrow())
                .contains("Mcp-Session-Id");

        HttpResponse<String> foreign =
                send(CALL, "2026-07-28", "tools/call", "workflow_list", "Origin", "https://evil.example");
        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(foreign.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(foreign.body()).contains("--origin https://evil.example");
    }

    private HttpResponse<String> send(String body, String version, String method, String name, String... more)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        header(request, "MCP-Protocol-Version", version);
        header(request, "Mcp-Method", method);
        header(request, "Mcp-Name", name);
        if (more.length == 2) {
            header(request, more[0], more[1]);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void header(HttpRequest.Builder request, String name, String value) {
        if (!value.isEmpty()) {
            request.header(name, value);
        }
    }

    private JsonObject result() throws InterruptedException {
        JsonObject answer = client.answer();
        return answer.object("result").orElseThrow(() -> new AssertionError(answer.toString()));
    }
}
