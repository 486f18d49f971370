package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.egress.EgressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Packs that mean harm.
class SandboxAttackTest {

    private static final String NETWORK = ",\"requires\":[\"net.outbound\",\"net.dns\"]";

    private static String given(String expression) throws Exception {
        Activity node = Bench.node("return { outputs: { is: %s } };".formatted(expression));
        return String.valueOf(Called.outputs(node, "{}", "{}").get("is"));
    }

    private static RunError thrown(String body) throws Exception {
        return Called.error(Bench.node(body));
    }

    @Test
    void anEndlessLoopIsStoppedByItsSteps() throws Exception {
        Activity node = Bench.node("while (true) {}");
        NodeResult result =
                Called.of(node, "{}", "{}").within(Duration.ofMinutes(2)).run(node);
        assertThat(Called.error(result).code()).isEqualTo("pack_limit_exceeded");
    }

    @Test
    void workThatTakesNoStepsIsStoppedByTime() throws Exception {
        Activity node = Bench.node("return /^(?:(a+)+)\\1$/.test('a'.repeat(60) + 'b')");
        NodeResult result =
                Called.of(node, "{}", "{}").within(Duration.ofSeconds(3)).run(node);
        assertThat(Called.error(result).code()).isEqualTo("pack_timeout");
        assertThat(given("1 + 1")).as("the next call has another process").isEqualTo("2");
    }

    @Test
    void aCancelledRunEndsItsCode() throws Exception {
        Activity node = Bench.node("return new Promise((done) => setTimeout(done, 600000))", "", "side-effect");
        Called call = Called.of(node, "{}", "{}").within(Duration.ofMinutes(2));
        CompletableFuture<NodeResult> result = CompletableFuture.supplyAsync(() -> {
            try {
                return call.run(node);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (!call.isHeld()) {
            Thread.sleep(5);
        }
        call.cancel();
        assertThat(Called.error(result.get(60, TimeUnit.SECONDS)).code()).isEqualTo("pack_sandbox_ended");
    }

    @Test
    void tenGigabytesAreNotThereToTake() throws Exception {
        assertThat(thrown("const all = []; while (true) all.push(new Array(1e6).fill(1.5));")
                        .code())
                .isEqualTo("pack_out_of_memory");
        assertThat(thrown("return new Uint8Array(1.9e9).length").code()).isEqualTo("pack_out_of_memory");
        assertThat(thrown("return new ArrayBuffer(1e10)").message()).contains("allocation failed");
        assertThat(thrown("let text = 'x'; while (true) text += text;").message())
                .contains("Invalid string length");
        assertThat(given("1 + 1")).as("this host is well").isEqualTo("2");
    }

    @Test
    void aResultIsBounded() throws Exception {
        assertThat(thrown("return { outputs: { all: 'x'.repeat(5e6) } }").code())
                .isEqualTo("pack_result_too_large");
    }

    @Test
    void recursionWithoutEndIsAnError() throws Exception {
        assertThat(thrown("const f = () => f() + 1; return f();").message()).contains("call stack");
    }

    @Test
    void whatCodeDoesToTheLanguageIsGoneWithItsCall() throws Exception {
        Activity node = Bench.node("""
                Object.prototype.polluted = 'yes';
                Array.prototype.map = () => 'mine';
                globalThis.left = 'behind';
                JSON.stringify = () => '{"outputs":{"forged":true}}';
                Promise.prototype.then = () => {};
                return { outputs: { own: 1 } };""");
        Called.of(node, "{}", "{}").run(node);
        assertThat(given("[({}).polluted ?? 'clean', [1].map((x) => x)[0], typeof left]"))
                .isEqualTo("[\"clean\",1,\"undefined\"]");
    }

    @Test
    void thereIsNoJavaNoFileNoThreadAndNoVariable() throws Exception {
        assertThat(given("[typeof Java, typeof Packages, typeof Polyglot, typeof Graal, typeof load, typeof print,"
                        + " typeof require, typeof Worker, typeof SharedArrayBuffer, typeof fetch, typeof java]"))
                .isEqualTo("[" + "\"undefined\",".repeat(10) + "\"undefined\"]");
        assertThat(given("process.env")).isEqualTo("{}");
        assertThat(given("[].constructor.constructor('return typeof Java')()")).isEqualTo("\"undefined\"");
        for (String module : List.of(
                "/etc/passwd",
                "file:///etc/passwd",
                "node:fs",
                "node:child_process",
                "node:net",
                "../../../../etc/passwd",
                "https://example.com/x.mjs",
                "node:../../Sandbox.class")) {
            RunError error = thrown("return await import('%s')".formatted(module));
            assertThat(error.code()).as(module).isEqualTo("pack_code_failed");
            assertThat(error.message()).as(module).doesNotContain("root:", "Exception");
        }
    }

    @Test
    void whatTheManifestDoesNotDeclareIsRefusedByTheHost() throws Exception {
        RunError error = thrown("return globalThis.__waybill.ask('fetch', { url: 'https://example.com/' })");
        assertThat(error.code()).isEqualTo("host_function_not_granted");
        assertThat(thrown("return globalThis.__waybill.ask('callAI', {})").code())
                .isEqualTo("host_function_not_granted");
        assertThat(given("typeof ctx.callAI")).isEqualTo("\"undefined\"");
    }

    @Test
    void fetchGoesNowhereThatTheHostDoesNotGo() throws Exception {
        try (ServerSocket inside = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (String address : List.of("http://127.0.0.1:%d/", "http://localhost:%d/", "http://[::1]:%d/")) {
                Activity node = Bench.node(
                        "await fetch('%s')".formatted(address.formatted(inside.getLocalPort())),
                        NETWORK,
                        "side-effect");
                assertThat(Called.error(node).code()).as(address).isEqualTo("egress_refused");
            }
            Activity lookup = Bench.node(
                    "return (await import('node:dns/promises')).lookup('localhost')", NETWORK, "side-effect");
            assertThat(Called.error(lookup).code()).isEqualTo("egress_refused");
            inside.setSoTimeout(1);
            assertThat(accepted(inside)).isFalse();
        }
    }

    private static boolean accepted(ServerSocket socket) {
        try {
            socket.accept().close();
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void declaredAndAllowedItGetsThere() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("x-seen", exchange.getRequestMethod());
            exchange.sendResponseHeaders(201, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String body = """
                    const r = await fetch('http://127.0.0.1:%d/a', { method: 'POST', body: JSON.stringify({ a: 'ü' }) });
                    return { outputs: { ok: r.ok, status: r.status, seen: r.headers.get('X-Seen'), json: await r.json() } };""".formatted(server.getAddress().getPort());
            Activity node = Bench.node(body, NETWORK, "side-effect", Bench.outside(new EgressRules(List.of(), true)));
            assertThat(Called.outputs(node, "{}", "{}"))
                    .hasToString("{\"ok\":true,\"status\":201,\"seen\":\"POST\",\"json\":{\"a\":\"ü\"}}");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void codeThatWaitsForNothingIsToldSo() throws Exception {
        assertThat(thrown("return new Promise(() => {})").code()).isEqualTo("pack_never_settles");
    }
}
