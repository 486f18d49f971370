package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// What a tool may do, as a suite sees it: by the seams, and by a tool that calls the suite's own address.
class ToolSeamsInteropTest {

    private static final String TOOL = "conformance.scope-probe";

    private final JudgedHost host = JudgedHost.shared();

    private JsonObject invoke(String more) {
        return host.post(
                        JudgedHost.SEAMS + "/toolhooks/invoke",
                        "{'principal':'core.system','toolName':'web.search'" + more + "}")
                .is(200)
                .json();
    }

    private static JsonObject member(JsonObject object, String name) {
        return object.object(name).orElseThrow(() -> new AssertionError(name + " in " + object));
    }

    private static String status(JsonObject answer) {
        return member(answer, "toolReturned").string("status").orElseThrow();
    }

    @Test
    void aCallThatMayBeMadeIsOnTheRecordByItsDigest() {
        JsonObject answer = invoke(",'args':{'apiKey':'sk-canary-do-not-leak-xyz789','q':'openwop'}");
        assertThat(status(answer)).isEqualTo("ok");
        assertThat(Long.parseLong(String.valueOf(member(answer, "toolReturned").get("durationMs"))))
                .isNotNegative();
        assertThat(member(answer, "toolCalled").string("argsHash")).isPresent();
        assertThat(member(answer, "toolCalled").string("principal")).contains("core.system");
        assertThat(answer.toString()).doesNotContain("sk-canary");
        JsonObject same = invoke(",'args':{'q':'openwop','apiKey':'sk-canary-do-not-leak-xyz789'}");
        assertThat(member(same, "toolCalled").get("argsHash"))
                .isEqualTo(member(answer, "toolCalled").get("argsHash"));
        host.log(answer.string("runId").orElseThrow()).inOrder("agent.toolCalled", "agent.toolReturned");
    }

    @Test
    void discoverySaysWhatCanBeFetchedAndHow() {
        JsonObject client = member(host.get("/.well-known/openwop").json(), "httpClient");
        assertThat(client.get("ssrfGuard")).hasToString("true");
        assertThat(client.array("methods").orElseThrow().items())
                .contains(new JsonString("GET"), new JsonString("POST"));
    }

    @Test
    void aCallThatComesTooOftenIsStopped() {
        JsonObject answer = invoke(",'simulateRateLimitExhausted':true");
        assertThat(status(answer)).isEqualTo("rate_limited");
        assertThat(member(answer, "toolReturned").has("durationMs")).isFalse();
        assertThat(member(answer, "error").string("code")).contains("rate_limited");
    }

    @Test
    void aToolThatFailsSaysSo() {
        JsonObject answer = invoke(",'simulateToolError':true");
        assertThat(status(answer)).isEqualTo("error");
        assertThat(member(member(answer, "toolReturned"), "error").string("code"))
                .isPresent();
        assertThat(member(answer, "toolReturned").has("durationMs")).isTrue();
    }

    @Test
    void whatIsNoCallIsRefused() {
        host.post(JudgedHost.SEAMS + "/toolhooks/invoke", "{'toolName':'t'}").is(400);
        host.post(JudgedHost.SEAMS + "/toolhooks/invoke", "{'principal':'p'}").is(400);
        host.post(JudgedHost.SEAMS + "/toolhooks/invoke", "{'principal':'p','toolName':'t','requiredScopes':'x'}")
                .is(400);
        host.postWithoutKey(JudgedHost.SEAMS + "/toolhooks/invoke", "{'principal':'p','toolName':'t'}")
                .is(401);
    }

    /// By the seam, and by a workflow whose tool posts to our own address.
    @Test
    void aCallWithoutItsScopeNeverReachesTheToolNorDoesOneThatNobodyCanJudge() throws IOException {
        JsonObject answer = invoke(",'requiredScopes':['db:write']");
        assertThat(status(answer)).isEqualTo("forbidden");
        assertThat(member(answer, "toolReturned").has("durationMs")).isFalse();
        host.post(JudgedHost.SEAMS + "/workflows", """
                {'workflowId':'conformance-tool-scope-probe','nodes':[
                  {'nodeId':'scoped-tool','typeId':'core.conformance.scoped-tool','config':{'toolName':'%s'},
                   'inputs':{'requiredScope':{'type':'variable','variableName':'requiredScope'},
                             'url':{'type':'variable','variableName':'url'}}}],
                 'variables':[{'name':'requiredScope','type':'string','defaultValue':''},
                              {'name':'url','type':'string','required':true}]}""".formatted(TOOL)).is(201);
        List<String> arrivals = new CopyOnWriteArrayList<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            arrivals.add(exchange.getRequestMethod());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        try {
            String url =
                    "http://127.0.0.1:%d/probe".formatted(receiver.getAddress().getPort());
            String control = probe("", url);
            host.until(control, "completed");
            assertThat(arrivals).containsExactly("POST");
            assertThat(host.log(control).of("agent.toolReturned").onePayload().string("status"))
                    .contains("ok");
            for (String scope : List.of("conformance:never-granted", "conformance:unevaluable")) {
                String denied = probe(scope, url);
                host.until(denied, "failed");
                JsonObject returned = host.log(denied).of("agent.toolReturned").onePayload();
                assertThat(returned.string("status")).contains("forbidden");
                assertThat(returned.string("toolName")).contains(TOOL);
                JsonObject error = member(host.log(denied).of("node.failed").onePayload(), "error");
                assertThat(error.string("code")).contains("forbidden");
                assertThat(member(error, "details"))
                        .hasToString("{\"scope\":\"tool\",\"toolName\":\"%s\",\"requiredScopes\":[\"%s\"]}"
                                .formatted(TOOL, scope));
            }
            assertThat(arrivals).hasSize(1);
        } finally {
            receiver.stop(0);
        }
    }

    private String probe(String scope, String url) {
        return host.start(
                "conformance-tool-scope-probe", "'inputs':{'requiredScope':'%s','url':'%s'}".formatted(scope, url));
    }

    @Test
    void whatLeadsIntoAPrivateNetworkIsNotFetchedAndThatIsOnTheRecord() {
        for (String url : List.of(
                "http://169.254.169.254/latest/meta-data/",
                "http://127.0.0.1:6379/",
                "http://[::1]/",
                "http://10.0.0.1/",
                "http://192.168.0.1/",
                "http://localhost/",
                "http://2130706433/",
                "http://0177.0.0.1/",
                "http://127.1/",
                "http://[::ffff:7f00:1]/")) {
            JsonObject answer = fetch("{'url':'" + url + "'}");
            assertThat(answer.string("blocked")).as(answer.toString()).contains("ssrf");
            assertThat(answer.string("outcome")).contains("blocked");
            Log log = host.log(answer.string("runId").orElseThrow());
            JsonObject called = log.of("agent.toolCalled").onePayload();
            JsonObject returned = log.of("agent.toolReturned").onePayload();
            assertThat(called.string("transport")).contains("http");
            assertThat(returned.string("callId")).isEqualTo(called.string("callId"));
            assertThat(returned.string("status")).contains("forbidden");
            Log.causedBy(
                    log.of("agent.toolReturned").one(),
                    log.of("agent.toolCalled").one());
            assertThat(member(log.of("node.failed").onePayload(), "error").string("code"))
                    .contains("egress_denied");
        }
    }

    private JsonObject fetch(String body) {
        host.post(JudgedHost.SEAMS + "/http/safe-fetch-run", body).is(200);
        return host.post(JudgedHost.SEAMS + "/http/safe-fetch", body).is(200).json();
    }

    @Test
    void aNameThatLeadsElsewhereByThenAndAnUpgradeAreRefused() {
        assertThat(fetch("{'url':'http://example.com/','simulateRebindTo':'169.254.169.254'}")
                        .string("blocked"))
                .contains("ssrf");
        assertThat(fetch("{'url':'https://example.com/','init':{'headers':{'Connection':'upgrade'}}}")
                        .string("blocked"))
                .contains("upgrade");
    }
}
