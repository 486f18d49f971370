package dev.waybill.agents.http;

import static dev.waybill.agents.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.agents.TestCall;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests against a real server, with what it saw.
class FetchTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String base;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        base = "http://localhost:" + server.getAddress().getPort();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add("%s %s key=%s auth=%s %s"
                .formatted(
                        exchange.getRequestMethod(),
                        path,
                        exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        body));
        switch (path.split("\\?", -1)[0]) {
            case "/away" -> redirect(exchange, base + "/items/7");
            case "/inside" -> redirect(exchange, "http://169.254.169.254/latest/meta-data");
            case "/round" -> redirect(exchange, base + "/round");
            case "/broken" -> send(exchange, 503, "text/plain", "out of order");
            case "/large" -> send(exchange, 200, "text/plain", "x".repeat(Sending.LONGEST + 1));
            case "/slow" -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                // Nobody ends it here.
            }
            case "/pages" -> {
                boolean more = !path.contains("cursor=b");
                send(exchange, 200, "application/json", more ? "{\"items\":[1],\"next\":\"b\"}" : "{\"items\":[2]}");
            }
            case "/offsets" -> send(exchange, 200, "application/json", path.contains("offset=0&") ? "[1,2]" : "[3]");
            case "/links" -> {
                if (!path.contains("page=2")) {
                    exchange.getResponseHeaders().add("Link", "</links?page=2>; rel=\"next\"");
                }
                send(exchange, 200, "application/json", "[1]");
            }
            case "/graphql" -> send(exchange, 200, "application/json", "{\"data\":{\"items\":[{\"id\":7}]}}");
            case "/missing" -> send(exchange, 404, "text/plain", "no");
            default -> {
                exchange.getResponseHeaders().add("Set-Cookie", "session=secret");
                send(exchange, 200, "application/json", "{\"id\":7}");
            }
        }
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Activity type(String name, boolean privateToo) {
        NamedSecrets secrets = new NamedSecrets(json("""
                        {'items':{'from':'env:TOKEN','hosts':['BASE']},
                         'ours':{'from':'env:TOKEN','hosts':['BASE'],'tenants':['acme','local']},
                         'theirs':{'from':'env:TOKEN','hosts':['BASE'],'tenants':['globex']},
                         'encrypted':{'from':'env:TOKEN','hosts':['localhost']},
                         'elsewhere':{'from':'env:TOKEN','hosts':['http://localhost:1']},
                         'other':{'from':'env:TOKEN','hosts':['api.example.com']}}""".replace("BASE", base)), _ -> "well-kept");
        return HttpNodes.of(new Egress(new EgressRules(List.of(), privateToo)), secrets).stream()
                .filter(type -> type.typeId().equals("core.openwop.http." + name))
                .findFirst()
                .orElseThrow();
    }

    private JsonObject fetched(String config, String inputs) throws Exception {
        Activity fetch = type("fetch", true);
        return TestCall.of(fetch, config.replace("BASE", base), inputs).outputs(fetch);
    }

    private String refused(String config) throws Exception {
        Activity fetch = type("fetch", true);
        return TestCall.of(fetch, config.replace("BASE", base), "{}").error(fetch);
    }

    @Test
    void anAnswerIsReadAndATemplateCannotChangeWhereItGoes() throws Exception {
        JsonObject answer = fetched("{'url':'BASE/items/{{id}}'}", "{'variables':{'id':'../7?x=#'}}");
        assertThat(answer.get("status")).hasToString("200");
        assertThat(answer.get("body")).hasToString("{\"id\":7}");
        assertThat(answer.object("headers").orElseThrow().names()).doesNotContain("set-cookie");
        assertThat(seen.getFirst()).startsWith("GET /items/..%2F7%3Fx%3D%23 key=null");
    }

    @Test
    void eachMethodThatDiscoveryNamesIsSent() throws Exception {
        for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")) {
            fetched("{'url':'BASE/items/7','method':'" + method + "'}", "{}");
            assertThat(seen.getLast()).startsWith(method + " /items/7");
        }
    }

    @Test
    void anUnsafeMethodCarriesTheSameKeyEachTimeUnlessItShallNot() throws Exception {
        JsonObject answer = fetched("{'url':'BASE/orders','method':'POST'}", "{'body':{'n':1}}");
        assertThat(answer.string("idempotencyKey")).contains("the-same-each-time");
        fetched("{'url':'BASE/orders','method':'POST','idempotency':{'mode':'disabled'}}", "{'body':'plain'}");
        assertThat(seen.get(0)).contains("key=the-same-each-time").endsWith("{\"n\":1}");
        assertThat(seen.get(1)).contains("key=null").endsWith("plain");
    }

    @Test
    void aSecretGoesOnlyWhereItsOperatorSays() throws Exception {
        fetched("{'url':'BASE/items/7','headers':{'Authorization':'secret:items'}}", "{}");
        assertThat(seen.getLast()).contains("auth=well-kept");
        fetched("{'url':'BASE/items/7','headers':{'Authorization':'Bearer secret:ours'}}", "{}");
        assertThat(seen.getLast()).contains("auth=Bearer well-kept");
        for (String name : List.of("other", "encrypted", "elsewhere", "theirs", "none")) {
            assertThat(refused("{'url':'BASE/items/7','headers':{'Authorization':'secret:" + name + "'}}"))
                    .as(name)
                    .isEqualTo("INVALID_URL");
        }
        assertThat(seen).hasSize(2);
        fetched("{'url':'BASE/items/7','headers':{'Authorization':'env:TOKEN'}}", "{}");
        assertThat(seen.getLast()).contains("auth=env:TOKEN");
    }

    @Test
    void aRedirectIsFollowedAndJudgedHopByHop() throws Exception {
        assertThat(fetched("{'url':'BASE/away'}", "{}").get("status")).hasToString("200");
        Activity fetch = type("fetch", false);
        assertThat(TestCall.of(fetch, "{'url':'http://169.254.169.254/'}", "{}").error(fetch))
                .isEqualTo("egress_refused");
        assertThat(refused("{'url':'BASE/round'}")).isEqualTo("http_too_many_redirects");
    }

    @Test
    void noSecretGoesAlongToAnotherHost() {
        Sending.Request first = new Sending.Request(
                "POST",
                java.net.URI.create("https://a.example/x"),
                new java.util.LinkedHashMap<>(java.util.Map.of("X-Api-Key", "k", "Accept", "text/plain")),
                new byte[] {1});
        assertThat(first.redirected(java.net.URI.create("https://b.example/x"), 307)
                        .headers())
                .containsOnlyKeys("Accept");
        assertThat(first.redirected(java.net.URI.create("https://a.example/y"), 307)
                        .headers())
                .containsKey("X-Api-Key");
        assertThat(first.redirected(java.net.URI.create("https://a.example/y"), 302)
                        .method())
                .isEqualTo("GET");
        assertThat(first.redirected(java.net.URI.create("https://a.example/y"), 307)
                        .method())
                .isEqualTo("POST");
    }

    @Test
    void troubleIsTriedAgainAndThenGiven() throws Exception {
        Activity fetch = type("fetch", true);
        JsonObject config = json("{'url':'%s/broken','retry':{'maxAttempts':2}}".formatted(base));
        NodeResult.Failed first = (NodeResult.Failed)
                TestCall.of(fetch, config, JsonObject.EMPTY, 1).run(fetch);
        assertThat(first.error().retryable()).isTrue();
        JsonObject last = TestCall.of(fetch, config, JsonObject.EMPTY, 2).outputs(fetch);
        assertThat(last.get("status")).hasToString("503");
        assertThat(last.get("attempts")).hasToString("2");
        assertThat(fetched("{'url':'BASE/missing'}", "{}").get("status")).hasToString("404");
        JsonObject nobody = TestCall.of(
                        fetch, json("{'url':'http://localhost:1/','retry':{'maxAttempts':1}}"), JsonObject.EMPTY, 1)
                .outputs(fetch);
        assertThat(nobody.get("status")).hasToString("0");
        assertThat(nobody.string("networkError")).isPresent();
    }

    @Test
    void anAnswerHasAnEndInBytesAndInTime() throws Exception {
        assertThat(refused("{'url':'BASE/large'}")).isEqualTo("http_answer_too_large");
        assertThat(refused("{'url':'BASE/slow','timeoutMs':300}")).isEqualTo("http_timeout");
        assertThat(refused("{'url':'ftp://example.com/x'}")).isEqualTo("INVALID_URL");
        assertThat(refused("{'url':'BASE/items/{{id}}'}")).isEqualTo("INVALID_URL");
    }

    @Test
    void theNeighboursDoAsTheySay() throws Exception {
        List<String> pages = new ArrayList<>();
        for (String[] each : new String[][] {
            {"pagination-cursor", "{'cursorPath':'next'}", "/pages"},
            {"pagination-offset", "{'pageSize':2}", "/offsets"},
            {"pagination-link-header", "{}", "/links"}
        }) {
            Activity type = type(each[0], true);
            JsonObject answer = TestCall.of(type, each[1], "{'url':'%s'}".formatted(base + each[2]))
                    .outputs(type);
            pages.add(String.valueOf(answer.get("pageCount")));
        }
        assertThat(pages).containsExactly("2", "2", "2");
        Activity query = type("graphql-query", true);
        assertThat(TestCall.of(query, "{'endpoint':'%s/graphql'}".formatted(base), "{'query':'{ items { id } }'}")
                        .outputs(query)
                        .get("data"))
                .hasToString("{\"items\":[{\"id\":7}]}");
        Activity operation = type("openapi-call", true);
        assertThat(TestCall.of(
                                operation,
                                "{'operationId':'getItem','baseUrl':'%s'}".formatted(base),
                                "{'openapi':{'servers':[{'url':'http://elsewhere.example'}],'paths':{'/items/{id}':{'get':{'operationId':'getItem'}}}},'pathParams':{'id':'a/b'},'queryParams':{'q':'x y'}}")
                        .outputs(operation)
                        .get("status"))
                .hasToString("200");
        assertThat(seen.getLast()).startsWith("GET /items/a%2Fb?q=x%20y");
    }
}
