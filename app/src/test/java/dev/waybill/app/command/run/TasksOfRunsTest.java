package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs as tasks: seen, written down, indexed, and asked about.
class TasksOfRunsTest {

    private static final String TASK = "task_8c69bd04b163";

    @TempDir
    Path folder;

    private RunDesk desk;
    private String workflow = "";

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
        workflow = desk.workflow(
                "release",
                "",
                RunDesk.NOOP,
                stating("tests", "core.noop", "ci_pass"),
                stating("gate", "core.approvalGate", "review_pass"),
                stating("ship", "core.noop", "merged"));
    }

    private static String stating(String id, String type, String state) {
        String node = RunDesk.node(id, type, type.endsWith("Gate") ? "{\"title\":\"Ship it?\"}" : "{}");
        return node.substring(0, node.length() - 1) + ",\"settings\":{\"taskState\":\"" + state + "\"}}";
    }

    private List<JsonObject> tasks() {
        return desk
                .ask(ExitCode.YES, "evidence", "tasks", "--json")
                .json()
                .array("tasks")
                .orElseThrow()
                .items()
                .stream()
                .map(task -> task.asObject().orElseThrow())
                .toList();
    }

    private static List<String> states(JsonObject task) {
        return task.array("states").orElseThrow().items().stream()
                .map(state -> state.asObject().orElseThrow().string("state").orElseThrow())
                .toList();
    }

    private Asked record(ExitCode code) {
        return desk.ask(code, "evidence", "record", "--dir", ledger(), "--json");
    }

    private String ledger() {
        return folder.resolve("ledger").toString();
    }

    private JsonObject ask(ExitCode code, String... words) {
        String[] all = new String[words.length + 4];
        all[0] = "evidence";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--index";
        all[words.length + 2] = folder.resolve("index").toString();
        all[words.length + 3] = "--json";
        return desk.ask(code, all).json();
    }

    private void keepEvents(String run) throws IOException {
        Files.writeString(
                folder.resolve("runs.jsonl"),
                desk.ask(ExitCode.YES, "events", run, "--json").out(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    @Test
    void aRunThatWaitsForItsReviewIsATaskThatHasPassedItsTests() {
        String run = desk.run(ExitCode.NO, workflow);
        assertThat(tasks()).singleElement().satisfies(task -> {
            assertThat(states(task)).containsExactly("planned", "assigned", "running", "ci_pass");
            assertThat(task.string("task_id").orElseThrow()).matches("task_[0-9a-f]{12}");
            assertThat(task.toString()).contains(run);
        });
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept");
        assertThat(tasks())
                .singleElement()
                .satisfies(task -> assertThat(states(task))
                        .containsExactly("planned", "assigned", "running", "ci_pass", "review_pass", "merged"));
        assertThat(desk.ask(ExitCode.YES, "evidence", "tasks", run).out())
                .contains("review_pass", "merged", "release", run);
    }

    @Test
    void theLastStepStatesThePolicyOfTheProcessThatTookIt() throws IOException {
        String run = under("old", ExitCode.NO, "run", workflow, "--ewp", "task_id=" + TASK, "--json")
                .json()
                .string("runId")
                .orElseThrow();
        under("new", ExitCode.YES, "answer", run, "gate", "accept");
        keepEvents(run);
        ask(ExitCode.YES, "index", folder.resolve("runs.jsonl").toString());
        JsonObject merged = ask(ExitCode.YES, "policy-at", TASK, "--event", "merged");
        assertThat(merged.string("verdict")).contains("STATED");
        assertThat(merged.object("result").orElseThrow().string("stated_version"))
                .contains("new");
        desk.ask(ExitCode.YES, "fsck", "--deep");
        desk.ask(ExitCode.YES, "replay", run);
    }

    /// Events, receipts and the summary of a run and its child, all that there is.
    @Test
    void ownRecordsOfAFamilyAreWholeAndNameWhoAnswered() throws IOException {
        desk.workflow("child", "", RunDesk.NOOP);
        String parent = desk.workflow(
                "parent",
                "",
                RunDesk.node("gate", "core.approvalGate", "{\"title\":\"Go?\"}"),
                RunDesk.node("sub", "core.subWorkflow", "{\"workflowId\":\"child\"}"));
        String run = desk.run(ExitCode.NO, parent, "--ewp", "task_id=" + TASK, "--ewp", "future=kept");
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--by", "robin");
        desk.ask(
                ExitCode.YES,
                "export",
                run,
                "--events",
                "--with-children",
                "-o",
                folder.resolve("family.zip").toString());
        ask(ExitCode.YES, "index", folder.resolve("family.zip").toString());
        JsonObject dag = ask(ExitCode.YES, "dag");
        assertThat(dag.string("verdict")).as(dag.toString()).contains("STATED");
        assertThat(ask(ExitCode.YES, "who", TASK).toString()).contains("robin");
        assertThat(ask(ExitCode.YES, "trace", TASK).array("path").orElseThrow().items().stream()
                        .map(line -> line.asObject().orElseThrow())
                        .filter(line -> line.string("type").orElseThrow().equals("WORKFLOW_SUMMARY"))
                        .toList())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.toString()).contains("kept"));
    }

    @Test
    void whatGoesOnABusKeepsTheEnvelopeAndTheCallersParents() throws IOException {
        Map<String, String> variables = desk.variables();
        variables.put("EWP_PARENT_IDS", "assay:r_1");
        String run = Asked.waybill(
                        variables,
                        InstantSource.system(),
                        new byte[0],
                        "run",
                        workflow,
                        "--ewp",
                        "task_id=" + TASK,
                        "--ewp",
                        "future=kept",
                        "--json")
                .json()
                .string("runId")
                .orElseThrow();
        String bundle = folder.resolve("run.zip").toString();
        desk.ask(ExitCode.YES, "export", run, "-o", bundle);
        Path bus = folder.resolve("bus.jsonl");
        Files.writeString(
                bus,
                desk.ask(ExitCode.YES, "telemetry", bundle, "--format", "cloudevents")
                        .out());
        ask(ExitCode.YES, "index", bus.toString());
        assertThat(ask(ExitCode.NO, "trace", TASK).array("path").orElseThrow().items())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.toString()).contains("\"_ewp_future\":\"kept\""));
        assertThat(ask(ExitCode.NO, "dag").toString()).contains("assay:r_1");
    }

    private Asked under(String policy, ExitCode code, String... words) {
        Map<String, String> variables = desk.variables();
        variables.put("EWP_POLICY_VERSION", policy);
        Asked asked = Asked.waybill(variables, InstantSource.system(), new byte[0], words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(code);
        return asked;
    }

    @Test
    void theLedgerOfARunAnswersQuestionsAndIsWrittenOnce() throws IOException {
        String run = desk.run(ExitCode.NO, workflow, "--ewp", "task_id=" + TASK);
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept");
        JsonObject first = record(ExitCode.YES).json();
        assertThat(first.array("events").orElseThrow().items()).hasSizeGreaterThan(10);
        assertThat(record(ExitCode.YES).json().array("events").orElseThrow().items())
                .isEmpty();
        keepEvents(run);
        keepEvents(desk.ask(ExitCode.YES, "replay", run, "--json")
                .json()
                .string("runId")
                .orElseThrow());
        assertThat(record(ExitCode.YES).json().array("events").orElseThrow().items())
                .describedAs("a replay is no evidence")
                .isEmpty();
        ask(ExitCode.YES, "index", ledger(), folder.resolve("runs.jsonl").toString());
        JsonObject merged = ask(ExitCode.NO, "policy-at", TASK, "--event", "merged");
        assertThat(merged.object("rule").orElseThrow().string("code"))
                .describedAs(merged.toString())
                .contains("NO_POLICY");
        assertThat(ask(ExitCode.YES, "checkpoints").toString()).contains("\"coverage\"");
        assertThat(ask(ExitCode.YES, "dag").string("verdict")).contains("STATED");
    }

    @Test
    void whatABranchMergesAfterTheLedgerSawAnAbortIsToldAndNotRewritten() {
        String run = desk.run(ExitCode.NO, workflow);
        desk.ask(ExitCode.NO, "answer", run, "gate", "reject");
        record(ExitCode.YES);
        assertThat(tasks().getFirst().string("state")).contains("aborted");
        String branch = desk.ask(ExitCode.NO, "fork", run, "--at", "0", "--json")
                .json()
                .string("runId")
                .orElseThrow();
        desk.ask(ExitCode.YES, "answer", branch, "gate", "accept");
        assertThat(tasks()).singleElement().satisfies(task -> {
            assertThat(task.string("state")).contains("merged");
            assertThat(task.array("attempts").orElseThrow().items()).hasSize(2);
        });
        assertThat(record(ExitCode.NO).json().array("refused").orElseThrow().toString())
                .contains("TASK_STATE", "aborted");
    }

    @Test
    @Timeout(60)
    void whoFollowsWritesWhatHappensAsItHappens() throws Exception {
        Path events = folder.resolve("ledger").resolve("waybill-tasks.jsonl");
        Thread follower = Thread.ofVirtual().start(() -> desk.ask("evidence", "record", "--dir", ledger(), "--follow"));
        try {
            String run = desk.run(ExitCode.NO, workflow);
            until(events, "\"to_state\":\"ci_pass\"");
            desk.ask(ExitCode.YES, "answer", run, "gate", "accept");
            until(events, "\"terminal_state\":\"MERGED\"");
            assertThat(follower.isAlive()).isTrue();
        } finally {
            follower.interrupt();
            follower.join();
        }
    }

    /// Comes back when the file holds the text.
    private static void until(Path file, String text) throws Exception {
        while (!Files.exists(file) || !Files.readString(file).contains(text)) {
            Thread.sleep(20);
        }
    }

    @Test
    void anUnknownTaskIsSaidToBeUnknown() {
        assertThat(desk.ask(ExitCode.YES, "evidence", "tasks").out()).contains("no tasks");
        assertThat(desk.ask(ExitCode.NO, "evidence", "tasks", "task_x").err()).contains("no task or run begins with");
    }
}
