package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.Main;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Until;
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

    /// An answer that is never over before its process is killed.
    private static final String WORDS = "word ".repeat(2_000).strip();

    @TempDir
    Path home;

    private final List<String> effects = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile boolean holding;
    private String first = "{'reasoning':'I order.','toolCalls':[{'id':'c1','name':'shop_placeOrder','arguments':{}}]}";
    private String second = "";
    private String last = "{'content':'done'}";
    private String budget = "";
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
                   "systemPrompt": "You buy.", "toolAllowlist": ["http:shop/placeOrder", "workflow:ask-boss"]}]}""");
        Files.writeString(home.resolve("ask-boss.json"), """
                {"id": "ask-boss", "name": "Ask", "version": "1",
                 "nodes": [{"id": "gate", "typeId": "core.approvalGate", "name": "g", "config": {"title": "Buy it?"}}]}""");
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
            Until.holds(this::events, () -> events().contains("called http:shop/placeOrder"));
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

    /// A person is asked about the order, and the process that asked is gone.
    @Test
    void whileAPersonIsAskedTheAnswerLeadsOnWhereItWasAndNothingIsDoneTwice() throws Exception {
        second = "{'content':'{\\'order\\':7,\\'confidence\\':0.2}'}";
        try (Spawned waybill = started()) {
            Until.seen(this::status, "waiting-approval"::equals);
            waybill.kill();
        }
        assertThat(effects).hasSize(1);
        assertThat(ask("answer", run(), "agent", "accept").code()).isEqualTo(ExitCode.YES);
        completed();
        assertThat(effects).hasSize(1);
        assertThat(events()).containsOnlyOnce("\"agent.invocation.started\"");
    }

    /// The agent waits for a workflow that it called as a tool, and that waits for a person.
    @Test
    void inAHandOverInBetweenTheChildIsNotStartedTwice() throws Exception {
        first = "{'toolCalls':[{'id':'c1','name':'ask-boss','arguments':{}}]}";
        Spawned waybill =
                Served.start(home, variables(0), "--workflows", home.toString()).process();
        try (waybill) {
            assertThat(ask("run", "order", "--server", url(waybill), "--json").out())
                    .isNotEmpty();
            Until.seen(this::children, children -> children.contains("waiting-approval"));
            waybill.kill();
        }
        try (Served again = Served.start(home, variables(0), "--workflows", home.toString())) {
            assertThat(ask("answer", child(), "gate", "accept", "--server", again.url())
                            .code())
                    .isEqualTo(ExitCode.YES);
            Until.seen(this::status, "completed"::equals);
        }
        completed();
        assertThat(runs()).hasSize(2);
    }

    /// Two answers are allowed. The one that broke off in the crash was never given, so it is asked for again; the
    /// third is one too many, as it would have been without the crash.
    @Test
    void whatWasSpentBeforeTheCrashIsSpentAfterItAndNoMore() throws Exception {
        budget = "\"budgets\": {\"run\": {\"maxCalls\": 2, \"maxToolCalls\": 5}},";
        second =
                "{'content':'%s','toolCalls':[{'id':'c2','name':'shop_placeOrder','arguments':{}}],'delayMsPerToken':DELAY}"
                        .formatted(WORDS);
        try (Spawned waybill = started()) {
            assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
            Until.holds(this::events, () -> events().contains("called http:shop/placeOrder"));
            Thread.sleep(300);
            waybill.kill();
        }
        Asked resumed = ask("resume", run());
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.NO);
        String events = events();
        assertThat(events).contains("budget_exhausted", "\"cap.breached\"", "run.failed");
        assertThat(count(events, "\"provider.usage\"")).isEqualTo(2);
        assertThat(effects).hasSize(2).doesNotHaveDuplicates();
        proven();
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    private static String url(Spawned process) {
        return process.said("waybill").getFirst().replaceFirst("is ready on (\\S+) .*", "$1");
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
        completed();
    }

    private void completed() {
        String events = events();
        assertThat(events)
                .contains("run.completed", "agent.invocation.completed")
                .containsOnlyOnce("\"agent.toolCalled\"");
        proven();
    }

    private void proven() {
        assertThat(ask("export", run(), "--out", home.resolve("proof.json").toString())
                        .code())
                .isEqualTo(ExitCode.YES);
        assertThat(ask("verify", home.resolve("proof.json").toString()).code()).isEqualTo(ExitCode.YES);
        Asked checked = ask("fsck", "--deep");
        assertThat(checked.code()).as(checked.out() + checked.err()).isEqualTo(ExitCode.YES);
    }

    private String events() {
        return ask("events", run(), "--json").out();
    }

    /// The first that was started.
    private String run() {
        return text(runs().getLast(), "runId");
    }

    private String status() {
        return runs().isEmpty() ? "" : text(runs().getLast(), "status");
    }

    private List<JsonObject> runs() {
        return ask("runs", "--json").json().array("runs").orElse(JsonArray.EMPTY).items().stream()
                .map(run -> run.asObject().orElseThrow())
                .toList();
    }

    private List<String> children() {
        return runs().stream()
                .filter(run -> !text(run, "runId").equals(run()))
                .map(run -> text(run, "status"))
                .toList();
    }

    private String child() {
        return text(runs().getFirst(), "runId");
    }

    private static String text(JsonObject row, String name) {
        return row.string(name).orElseThrow();
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
        String end = "{'content':'%s','delayMsPerToken':DELAY}".formatted(WORDS);
        String program = String.join(",", List.of(first, second.isEmpty() ? end : second, last))
                .replace("DELAY", Integer.toString(delay));
        variables.put(
                "WAYBILL_MODELS",
                "{%s \"mock\": {\"wire\": \"mock\", \"program\": {\"agent\": [%s]}}}"
                        .formatted(budget, program.replace('\'', '"')));
        return variables;
    }
}
