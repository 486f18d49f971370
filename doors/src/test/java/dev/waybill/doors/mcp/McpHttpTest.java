package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.doors.http.ConnectionSettings;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.OpenGate;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.StreamSettings;
import dev.waybill.doors.http.WaybillServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The MCP door over HTTP.
class McpHttpTest {

    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    private static final String CALL = """
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"workflow_list","arguments":{}}}""";
    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
            "clientInfo":{"name":"raw","version":"9"}}}""";

    private final HttpClient client = HttpClient.newHttpClient();
    private WaybillServer server = TestServer.open();

    @AfterEach
    void stop() {
        server.close();
        client.close();
    }

    @Test
    void aPostIsAnsweredWithJson() throws Exception {
        HttpResponse<String> answer = send(post(LIST));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body()).contains("workflow_advance");
    }

    @Test
    void theSessionIdCarriesTheNameOfTheClient() throws Exception {
        String session =
                send(post(INITIALIZE)).headers().firstValue("Mcp-Session-Id").orElseThrow();
        assertThat(send(post(CALL).header("Mcp-Session-Id", session)).body()).contains("\"test/agent\":\"raw/9\"");
        assertThat(send(post(CALL).header("Mcp-Session-Id", "foreign.???")).body())
                .contains("\"test/agent\":\"null\"");
        assertThat(send(post(CALL)).body()).contains("\"test/agent\":\"null\"");
    }

    @Test
    void theTraceAndTheCorrelationOfTheHeadersAreAdoptedUnlessTheRequestBringsItsOwn() throws Exception {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String own = "00-11111111111111111111111111111111-b7ad6b7169203331-01";
        String said = CALL.replace("\"arguments\"", "\"_meta\":{\"traceparent\":\"%s\"},\"arguments\"");

        assertThat(send(traced(CALL, trace)).body())
                .contains("\"test/meta\":{\"traceparent\":\"%s\",\"dev.waybill/correlation_id\":\"chain-7\"}"
                        .formatted(trace));
        assertThat(send(traced(said.formatted(own), trace)).body())
                .contains(own, "chain-7")
                .doesNotContain(trace);
        assertThat(send(traced(said.formatted("00-nonsense"), trace)).body())
                .contains(trace)
                .doesNotContain("nonsense");
        assertThat(send(traced(CALL, trace).header("traceparent", own)).body())
                .contains("chain-7")
                .doesNotContain("traceparent");
    }

    private HttpRequest.Builder traced(String body, String trace) {
        return post(body).header("traceparent", trace).header("X-Correlation-Id", "chain-7");
    }

    @Test
    void aClientChoosesTheFormOfItsAnswersByTheAddress() throws Exception {
        assertThat(send(post(CALL)).body()).contains("structuredContent");
        assertThat(send(post("/mcp?form=json", CALL)).body()).contains("structuredContent");
        assertThat(send(post("/mcp?form=markdown", CALL)).body())
                .contains("In words: ")
                .doesNotContain("structuredContent");
        assertThat(send(post("/mcp?form=markdown", LIST)).body()).doesNotContain("outputSchema");
        HttpResponse<String> unknown = send(post("/mcp?form=html", CALL));
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("html", "json, markdown");
    }

    @Test
    void notificationsAreAccepted() throws Exception {
        HttpResponse<String> answer = send(post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void getAndDeleteAreNotAllowed() throws Exception {
        HttpResponse<String> get =
                send(to("/mcp").header("Accept", "text/event-stream").GET());
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.headers().firstValue("Allow")).contains("POST");
        assertThat(send(to("/mcp").DELETE()).statusCode()).isEqualTo(405);
    }

    @Test
    void headersOfTheProtocolAreChecked() throws Exception {
        assertThat(send(post(LIST).header("MCP-Protocol-Version", "2025-06-18")).statusCode())
                .isEqualTo(200);
        HttpResponse<String> version = send(post(LIST).header("MCP-Protocol-Version", "1999-01-01"));
        assertThat(version.statusCode()).isEqualTo(400);
        assertThat(version.body()).contains("1999-01-01", "2025-11-25");
        assertThat(send(post(LIST).setHeader("Content-Type", "text/plain")).statusCode())
                .isEqualTo(415);
        assertThat(send(post(LIST).setHeader("Accept", "text/html")).statusCode())
                .isEqualTo(406);
    }

    @Test
    void brokenJsonIsABadRequestUnderItsId() throws Exception {
        HttpResponse<String> answer = send(post("{\"id\":5,\"method\":\"ping\",}"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"id\":5", "-32700");
    }

    @Test
    void aForeignPageIsForbidden() throws Exception {
        HttpResponse<String> answer = send(post(LIST).header("Origin", "https://evil.example"));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("foreign_origin", "evil.example");
    }

    @Test
    void aBodyBeyondTheLimitIsRefused() throws Exception {
        restart(
                new ServerSettings(
                        "127.0.0.1",
                        0,
                        List.of(),
                        1000,
                        Duration.ofSeconds(5),
                        ConnectionSettings.DEFAULT,
                        StreamSettings.DEFAULT),
                new OpenGate(StdioClient.EVERYBODY));
        String large = CALL.replace("{}}", "{\"x\":\"" + "y".repeat(2000) + "\"}}");
        assertThat(send(post(large)).statusCode()).isEqualTo(413);
        assertThat(send(post(
                                "/mcp",
                                large,
                                HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofString(large))))
                        .statusCode())
                .isEqualTo(413);
        assertThat(send(post(LIST)).statusCode()).isEqualTo(200);
    }

    @Test
    void withoutItsKeyNobodyComesInAndHealthNeedsNone() throws Exception {
        String key = ApiKeyGate.newKey(new Random(5));
        server.close();
        server = TestServer.withKey(key, "acme");
        HttpResponse<String> refused = send(post(LIST));

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"waybill\"");
        assertThat(send(post(LIST).header("Authorization", "Bearer wbk_wrong")).statusCode())
                .isEqualTo(401);
        assertThat(send(to("/nowhere").GET()).statusCode()).isEqualTo(401);
        assertThat(send(post(CALL).header("Authorization", "Bearer " + key)).body())
                .contains("\"test/tenant\":\"acme\"");
        assertThat(send(to("/health").GET()).statusCode()).isEqualTo(200);
        assertThat(server.readyLine()).contains(server.url(), "MCP at /mcp", "API key required");
    }

    @Test
    void readyAsksWhoKnows() throws Exception {
        assertThat(send(to("/ready").GET()).statusCode()).isEqualTo(200);
        server.close();
        server = WaybillServer.start(
                ServerSettings.of("127.0.0.1", 0),
                new OpenGate(StdioClient.EVERYBODY),
                () -> Optional.of("the store does not answer"),
                List.of());
        HttpResponse<String> answer = send(to("/ready").GET());
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("the store does not answer");
    }

    @Test
    void withoutKeysItListensOnThisMachineOnly() {
        assertThatThrownBy(() -> TestServer.start(ServerSettings.of("0.0.0.0", 0), new OpenGate(StdioClient.EVERYBODY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0");
        assertThat(server.readyLine()).contains("no API key needed, direct calls of this machine only");
    }

    @Test
    void closingLetsRunningRequestsFinish() throws Exception {
        var entered = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        server.close();
        server = WaybillServer.start(
                ServerSettings.of("127.0.0.1", 0),
                new OpenGate(StdioClient.EVERYBODY),
                Optional::empty,
                List.of(new McpHttp(
                        McpTools.standard(),
                        () -> {
                            entered.countDown();
                            await(leave);
                            return new TwoSteps();
                        },
                        "0.0.1",
                        new Random(6))));
        HttpRequest.Builder late = post(LIST);
        var answer = client.sendAsync(post(CALL).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        Thread closing = Thread.ofVirtual().start(server::close);
        int status = 200;
        while (status == 200) {
            status = send(late).statusCode();
        }
        leave.countDown();

        assertThat(status).as("a request while the server stops").isEqualTo(503);

        assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
        assertThatThrownBy(() -> send(late)).isInstanceOf(IOException.class);
    }

    private void restart(ServerSettings settings, Gatekeeper gate) {
        server.close();
        server = TestServer.start(settings, gate);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest.Builder post(String body) {
        return post("/mcp", body);
    }

    private HttpRequest.Builder post(String address, String body) {
        return post(address, body, HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder post(String address, String body, HttpRequest.BodyPublisher publisher) {
        assertThat(body).isNotEmpty();
        return to(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(publisher);
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
