package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Bundled;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents with a process each on one directory, any of which dies in the middle of a call. Nothing is lost, and nothing
/// advances twice.
class McpProcessTest {

    private static final int ROUNDS = 12;

    private static final List<String> TOO_EARLY = List.of(
            "dev.waybill.store.",
            "dev.waybill.workflow.schema.",
            "dev.waybill.doors.http.WaybillServer",
            "org.sqlite.",
            "org.postgresql.",
            "com.amazon.corretto.",
            "org.conscrypt.",
            "io.helidon.");

    @TempDir
    private Path folder;

    private DataDirectory directory = new DataDirectory(Path.of("nowhere"));

    @BeforeEach
    void prepare() throws IOException {
        directory = DataDirectory.in(folder);
    }

    @Test
    void aCallThatDiedWithItsProcessIsRepeatedByAnotherAndHappensOnce() throws Exception {
        Answer first;
        try (McpAgent agent = directory.mcp()) {
            first = agent.call("workflow_start", DataDirectory.rounds(ROUNDS)).good();
        }
        Seeds.check(1, random -> walk(random, first));
        assertThat(directory.ask(ExitCode.YES, "fsck", "--deep").out()).contains("all is well");
        String run = first.runId();
        String events = directory.ask(ExitCode.YES, "events", run, "--json").out();
        assertThat(events.split("\"node.completed\"", -1)).hasSize(ROUNDS + 1);
        String bundle = folder.resolve("b.zip").toString();
        directory.ask(ExitCode.YES, "export", run, "-o", bundle);
        directory.ask(ExitCode.YES, "verify", bundle);
    }

    private void walk(Random random, Answer first) {
        try {
            Answer at = first;
            for (int i = 0; i < ROUNDS; i++) {
                JsonObject request = at.acknowledged("round " + i);
                if (random.nextInt(3) == 0) {
                    dieDuring(random, request);
                }
                try (McpAgent one = directory.mcp()) {
                    at = one.call("workflow_advance", request).good();
                    assertThat(at.isForked()).as(at.text()).isFalse();
                }
            }
            assertThat(at.isComplete()).isTrue();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// The call is on its way when the process is killed; what became of it nobody knows.
    private void dieDuring(Random random, JsonObject request) throws IOException, InterruptedException {
        try (McpAgent doomed = directory.mcp()) {
            CompletableFuture<String> _ = doomed.send("tools/call", McpAgent.params("workflow_advance", request));
            Thread.sleep(random.nextInt(700));
            doomed.kill();
        }
    }

    @Test
    void anAgentThatReadsMarkdownGetsThroughARun() throws Exception {
        try (McpAgent agent = directory.mcpInWords()) {
            JsonObject at =
                    fence(agent.call("workflow_start", DataDirectory.rounds(2)).good());
            for (int i = 1; i <= 2; i++) {
                assertThat(at.object("pending").orElseThrow().string("stepId")).contains("look");
                Answer next = agent.call(
                        "workflow_advance",
                        JsonObject.builder()
                                .put("stateToken", at.string("stateToken").orElseThrow())
                                .put("ackToken", at.string("ackToken").orElseThrow())
                                .build());
                at = fence(next.good());
            }
            assertThat(at.get("isComplete")).isEqualTo(JsonBool.TRUE);
        }
    }

    @Test
    void aRepeatGetsTheBytesOfItsFormWhicheverFormTheFirstAnswerHad() throws Exception {
        try (McpAgent json = directory.mcp();
                McpAgent markdown = directory.mcpInWords()) {
            JsonObject one =
                    json.call("workflow_start", DataDirectory.rounds(4)).acknowledged("in JSON first");
            Answer asJson = json.call("workflow_advance", one);
            Answer asMarkdown = markdown.call("workflow_advance", one);
            assertThat(fence(asMarkdown).get("stateToken"))
                    .isEqualTo(asJson.structured().get("stateToken"));
            assertThat(json.call("workflow_advance", one)).isEqualTo(asJson);
            assertThat(markdown.call("workflow_advance", one)).isEqualTo(asMarkdown);

            JsonObject two = asJson.acknowledged("in Markdown first");
            Answer first = markdown.call("workflow_advance", two);
            assertThat(json.call("workflow_advance", two).isForked()).isFalse();
            assertThat(markdown.call("workflow_advance", two)).isEqualTo(first);
        }
    }

    /// What stands in the fence of an answer's text, under the prompt.
    private static JsonObject fence(Answer answer) {
        assertThat(answer.result().has("structuredContent")).isFalse();
        String text = answer.result()
                .array("content")
                .orElseThrow()
                .get(0)
                .asObject()
                .flatMap(content -> content.string("text"))
                .orElseThrow();
        String json = text.substring(text.indexOf("```json\n") + 8, text.lastIndexOf("\n```"));
        return JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    @Test
    void theTraceOfACallReachesItsReceiptAndItsSpan() throws Exception {
        String atStart = "0af7651916cd43dd8448eb211c80319c";
        String atAdvance = "4bf92f3577b34da6a3ce929d0e0e4736";
        Answer first;
        try (McpAgent agent = directory.mcp()) {
            first = traced(agent, atStart, "workflow_start", DataDirectory.rounds(1));
            assertThat(traced(agent, atAdvance, "workflow_advance", first.acknowledged("seen"))
                            .isComplete())
                    .isTrue();
        }
        String bundle = folder.resolve("b.zip").toString();
        directory.ask(ExitCode.YES, "export", first.runId(), "-o", bundle);
        assertThat(Bundled.receipts(Path.of(bundle)))
                .extracting(receipt -> receipt.extensions()
                        .object("org.peacprotocol/correlation")
                        .flatMap(group -> group.string("trace_id"))
                        .orElse("none"))
                .startsWith(atStart, atAdvance);
        assertThat(directory.ask(ExitCode.YES, "telemetry", bundle).out())
                .contains("\"traceId\":\"" + atStart + "\"", "\"traceId\":\"" + atAdvance + "\"");
    }

    private static Answer traced(McpAgent agent, String trace, String tool, JsonObject arguments) throws Exception {
        JsonObject meta = JsonObject.builder()
                .put("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .build();
        return Answer.of(agent.request(
                        "tools/call", McpAgent.params(tool, arguments).with("_meta", meta)))
                .good();
    }

    /// A busy writer leaves room only to those it knows of.
    @Test
    void othersOnTheDirectoryKnowThatItIsThere() throws Exception {
        try (McpAgent agent = directory.mcp()) {
            agent.call("workflow_list", JsonObject.EMPTY);
            assertThat(somebodyIsThere()).isTrue();
            assertThat(agent.leave()).isZero();
        }
        assertThat(somebodyIsThere()).isFalse();
    }

    private boolean somebodyIsThere() {
        try (RunStore store = directory.store()) {
            return store.othersAlive(new ProcessId("the test"), Instant.now(), Duration.ofSeconds(30));
        }
    }

    @Test
    void nothingHeavyIsLoadedBeforeTheToolsAreListed() throws Exception {
        Path log = folder.resolve("classes.txt");
        try (McpAgent agent = directory.mcp("-Xlog:class+load:file=" + log)) {
            assertThat(agent.request("tools/list", JsonObject.EMPTY)).contains("workflow_advance");
            List<String> loaded = Files.readAllLines(log).stream()
                    .filter(line -> line.contains(" source:"))
                    .map(line -> line.substring(line.lastIndexOf(']', line.indexOf(" source:")) + 1)
                            .strip()
                            .split(" ", 2)[0])
                    .toList();
            System.out.printf(
                    "Classes loaded before the tools/list answer of waybill mcp: %d, of which ours %d%n",
                    loaded.size(),
                    loaded.stream()
                            .filter(name -> name.startsWith("dev.waybill."))
                            .count());
            assertThat(loaded).noneMatch(name -> TOO_EARLY.stream().anyMatch(name::startsWith));
            assertThat(agent.leave()).isZero();
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }
}
