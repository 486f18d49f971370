package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.Main;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.app.reliability.Spawned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of a process whose agent is at work: the run goes on elsewhere, what was recorded is not done again, and
/// the receipts verify.
class KilledAgentTest {

    private static final String WORKFLOW = """
            {"id": "order", "name": "Order", "version": "1", "nodes": [
              {"id": "agent", "typeId": "core.agents.run", "name": "a", "agent": {"agentId": "local.test.shop.buyer"},
               "config": {"resultTo": "answer"}}],
             "variables": [{"name": "answer", "type": "string"}]}""";

    @TempDir
    Path home;

    private final List<String> effects = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile boolean holding;
    private HttpServer shop;

    @BeforeEach
    void aShopAndItsBuyer() throws IOException {
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        shop.createContext("/orders", exchange -> {
            effects.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            reached.countDown();
            if (holding) {
                try {
                    Thread.sleep(60_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            byte[] answer = "{\"order\":7}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        shop.start();
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), """
                {"name": "local.test.shop", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents", "agents": [
                  {"agentId": "local.test.shop.buyer", "persona": "Buyer", "modelClass": "general",
                   "systemPrompt": "You buy.", "toolAllowlist": ["http:shop/placeOrder"]}]}""");
        Files.writeString(home.resolve("shop.json"), """
                {"openapi": "3.1.0", "paths": {"/orders": {"post": {"operationId": "placeOrder", "summary": "Orders."}}}}""");
        Files.writeString(home.resolve("order.json"), WORKFLOW);
    }

    @AfterEach
    void closed() {
        shop.stop(0);
    }

    @Test
    void inTheMiddleOfAStreamingAnswerTheRecordedEffectIsNotRepeated() throws Exception {
        try (Spawned waybill = started()) {
            assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
            // The return is kept, then the answer begins, which takes its time.
            until(() -> events().contains("called http:shop/placeOrder"));
            Thread.sleep(300);
            waybill.kill();
        }
        assertThat(events()).doesNotContain("agent.reasoning.delta", "agent.toolCalled");
        goOn();
        assertThat(effects).hasSize(1);
    }

    @Test
    void betweenAToolCallAndItsRecordTheCallIsRepeatedUnderTheSameKey() throws Exception {
        holding = true;
        try (Spawned waybill = started()) {
            assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
            waybill.kill();
        }
        holding = false;
        goOn();
        assertThat(effects).hasSize(2);
        assertThat(effects.getFirst()).isNotBlank().isEqualTo(effects.getLast());
    }

    private Spawned started() throws IOException {
        return Spawned.start(
                home,
                variables(40),
                Spawned.command(
                        List.of(), Main.class, "run", home.resolve("order.json").toString()));
    }

    private void goOn() throws IOException {
        Asked worked = ask("resume", run());
        assertThat(worked.code()).as(worked.err() + worked.out()).isEqualTo(ExitCode.YES);
        String events = events();
        assertThat(events)
                .contains("run.completed", "agent.invocation.completed")
                .containsOnlyOnce("\"agent.toolCalled\"");
        assertThat(ask("export", run(), "--out", home.resolve("proof.json").toString())
                        .code())
                .isEqualTo(ExitCode.YES);
        assertThat(ask("verify", home.resolve("proof.json").toString()).code()).isEqualTo(ExitCode.YES);
        assertThat(ask("fsck", "--deep").code()).isEqualTo(ExitCode.YES);
    }

    private String events() {
        return ask("events", run(), "--json").out();
    }

    private String run() {
        return ask("runs", "--json")
                .json()
                .array("runs")
                .orElseThrow()
                .get(0)
                .asObject()
                .orElseThrow()
                .string("runId")
                .orElseThrow();
    }

    private interface Condition {
        boolean holds();
    }

    private static void until(Condition condition) throws InterruptedException {
        for (int i = 0; i < 600 && !condition.holds(); i++) {
            Thread.sleep(50);
        }
        assertThat(condition.holds()).isTrue();
    }

    private Asked ask(String... words) {
        return Asked.waybill(variables(0), InstantSource.system(), new byte[0], words);
    }

    /// @param delay between the words of the second answer
    private Map<String, String> variables(int delay) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        variables.put("WAYBILL_PACKS", home.resolve("pack").toString());
        variables.put("WAYBILL_EGRESS_PRIVATE", "on");
        variables.put(
                "WAYBILL_TOOLS",
                "{\"openapi\": {\"shop\": {\"document\": \"%s\", \"server\": \"http://127.0.0.1:%d\"}}}"
                        .formatted(home.resolve("shop.json"), shop.getAddress().getPort()));
        variables.put("WAYBILL_MODELS", """
                {"mock": {"wire": "mock", "program": {"agent": [
                  {"reasoning": "I order.", "toolCalls": [{"id": "c1", "name": "shop_placeOrder", "arguments": {}}]},
                  {"content": "%s", "delayMsPerToken": %d}]}}}""".formatted("word ".repeat(200).strip(), delay));
        return variables;
    }
}
