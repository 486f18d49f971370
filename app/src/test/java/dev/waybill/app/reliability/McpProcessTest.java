package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

    private static final String WORKFLOW = """
            {"id":"rounds","name":"Rounds","description":"One step, many times","version":"1.0.0","steps":[
             {"id":"rounds","type":"loop","title":"Rounds","loop":{"type":"for","count":%d,"maxIterations":1000},
              "body":[{"id":"look","title":"Look","prompt":"Look at part {{currentIteration}}."}]}]}
            """.formatted(ROUNDS);

    @TempDir
    private Path folder;

    @Test
    void aCallThatDiedWithItsProcessIsRepeatedByAnotherAndHappensOnce() throws Exception {
        Path workflows = Files.createDirectories(folder.resolve("workflows"));
        Files.writeString(workflows.resolve("rounds.json"), WORKFLOW);
        String[] words = {"--workflows", workflows.toString()};
        JsonObject at;
        try (McpAgent agent = new McpAgent(folder, List.of(), words)) {
            at = McpAgent.structured(agent.call(
                    "workflow_start",
                    JsonObject.builder().put("workflowId", "rounds").build()));
        }
        JsonObject first = at;
        Seeds.check(1, random -> walk(random, first, words));
        assertThat(ask(ExitCode.YES, "fsck", "--deep").out()).contains("all is well");
        String run = first.object("session").orElseThrow().string("runId").orElseThrow();
        String events = ask(ExitCode.YES, "events", run, "--json").out();
        assertThat(events.split("\"node.completed\"", -1)).hasSize(ROUNDS + 1);
        ask(ExitCode.YES, "export", run, "-o", folder.resolve("b.zip").toString());
        ask(ExitCode.YES, "verify", folder.resolve("b.zip").toString());
    }

    private void walk(Random random, JsonObject first, String[] words) {
        try {
            JsonObject at = first;
            for (int i = 0; i < ROUNDS; i++) {
                JsonObject request = acknowledge(at, i);
                if (random.nextInt(3) == 0) {
                    dieDuring(random, request, words);
                }
                try (McpAgent one = new McpAgent(folder, List.of(), words)) {
                    at = McpAgent.structured(one.call("workflow_advance", request));
                    assertThat(at.has("lineage")).as(at.toString()).isFalse();
                }
            }
            assertThat(at.get("isComplete")).isEqualTo(JsonBool.TRUE);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// The call is on its way when the process is killed; what became of it nobody knows.
    private void dieDuring(Random random, JsonObject request, String[] words) throws IOException, InterruptedException {
        try (McpAgent doomed = new McpAgent(folder, List.of(), words)) {
            doomed.send("tools/call", McpAgent.params("workflow_advance", request));
            Thread.sleep(random.nextInt(700));
            doomed.kill();
        }
    }

    private static JsonObject acknowledge(JsonObject at, int round) {
        return JsonObject.builder()
                .put("stateToken", at.string("stateToken").orElseThrow())
                .put("ackToken", at.string("ackToken").orElseThrow())
                .put(
                        "context",
                        JsonObject.builder()
                                .put("notesMarkdown", "round " + round)
                                .build())
                .build();
    }

    @Test
    void nothingHeavyIsLoadedBeforeTheToolsAreListed() throws Exception {
        Path log = folder.resolve("classes.txt");
        try (McpAgent agent = new McpAgent(folder, List.of("-Xlog:class+load:file=" + log))) {
            assertThat(agent.request("tools/list", JsonObject.EMPTY).toString()).contains("workflow_advance");
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

    private Asked ask(ExitCode expected, String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        variables.put("WAYBILL_KEYS", folder.resolve("keys").toString());
        Asked asked = Asked.waybill(variables, InstantSource.system(), new byte[0], words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(expected);
        return asked;
    }
}
