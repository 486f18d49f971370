package dev.waybill.app.command.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From four folders to answers, as a person or a script asks for them.
class EvidenceCommandsTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final String CHAIN = "qt_brain_temperature_20260225_120000";
    private static final Instant NOON = Instant.parse("2026-02-25T12:00:00Z");

    @TempDir
    Path folder;

    private Asked at(Instant time, String... words) {
        List<String> all = new ArrayList<>(List.of("evidence"));
        all.addAll(Arrays.asList(words));
        return Asked.waybill(new LinkedHashMap<>(), InstantSource.fixed(time), new byte[0], all.toArray(String[]::new));
    }

    private Asked ask(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.addAll(List.of("--index", path("index"), "--json"));
        return at(NOON, all.toArray(String[]::new));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private void step(Instant time, String state, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "task", state, TASK, "--dir", path("agentmesh"), "--as", "agentmesh", "--agent", "agent_dev_1"));
        words.addAll(Arrays.asList(more));
        assertThat(at(time, words.toArray(String[]::new)).code()).isEqualTo(ExitCode.YES);
    }

    @BeforeEach
    void fourFolders() throws IOException {
        for (String system : List.of("agentmesh", "ccio", "quintet", "assay")) {
            Files.createDirectories(folder.resolve(system));
        }
        Files.writeString(folder.resolve("recommendation.json"), """
                {"type":"POLICY_RECOMMENDATION","_ewp_version":"0","_ewp_correlation_id":"%s",
                 "_ewp_policy_version":"sha256:a1b2c3...","_ewp_origin":"quintet/policies","lever":"BRAIN_TEMPERATURE",
                 "action":"PROMOTE","current_value":0.7,"recommended_value":0.650,"_ewp_future_field":1e-07}
                """.formatted(CHAIN));
        assertThat(at(NOON, "emit", path("recommendation.json"), "--to", path("quintet/recs.jsonl"))
                        .code())
                .isEqualTo(ExitCode.YES);
        assertThat(at(
                                NOON.plusSeconds(60),
                                "apply",
                                path("quintet/recs.jsonl"),
                                "--origin",
                                "ccio/guardian",
                                "--to",
                                path("ccio/policy.jsonl"))
                        .code())
                .isEqualTo(ExitCode.YES);
        step(NOON.plusSeconds(120), "planned", "--title", "Add parser", "--correlation-id", CHAIN);
        int minutes = 3;
        for (String state : List.of("assigned", "running", "pr_open", "ci_pass", "review_pass", "merged")) {
            step(NOON.plusSeconds(60L * minutes++), state, "--policy-version", "sha256:p1");
        }
        assertThat(at(
                                NOON,
                                "index",
                                path("agentmesh"),
                                path("ccio"),
                                path("quintet"),
                                path("assay"),
                                "--index",
                                path("index"))
                        .code())
                .isEqualTo(ExitCode.YES);
    }

    private static List<String> path(JsonObject answer) {
        return answer.array("path").orElseThrow().items().stream()
                .map(line -> line.asObject().orElseThrow().string("id").orElseThrow())
                .toList();
    }

    /// The name of an event of the ledger, by its line.
    private String event(int line) {
        try {
            String text = Files.readAllLines(folder.resolve("agentmesh/waybill-tasks.jsonl"))
                    .get(line - 1);
            return "agentmesh:"
                    + JsonReader.read(text, JsonLimits.DOCUMENT)
                            .asObject()
                            .orElseThrow()
                            .string("event_id")
                            .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRecordIsNotAppendedToTheLogOfAnother() throws IOException {
        Path foreign = folder.resolve("agentmesh/waybill-tasks.jsonl");
        String before = Files.readString(foreign);
        Asked refused = at(NOON, "emit", path("quintet/recs.jsonl"), "--to", foreign.toString());
        assertThat(refused.code()).isEqualTo(ExitCode.NO);
        assertThat(refused.err()).contains("would break it");
        assertThat(foreign).hasContent(before);
    }

    @Test
    void whatAWorkerRecordsWithAssayJoinsItsTask() throws IOException {
        String other = "task_000000000001";
        for (String state : List.of("planned", "assigned")) {
            at(NOON, "task", state, other, "--dir", path("agentmesh"));
        }
        Path store = Files.createDirectories(folder.resolve("assay/2026-02-25"));
        String receipt = "{\"receipt_id\": \"r_14a698160443\", \"type\": \"guardian_verdict\", \"timestamp\": "
                + "\"2026-02-25T12:00:01+00:00\", \"agent_id\": \"worker_7\", \"_trace_id\": \"'$ASSAY_TRACE_ID'\"}";
        at(
                NOON,
                "spawn",
                other,
                "--dir",
                path("agentmesh"),
                "--",
                "sh",
                "-c",
                "echo '" + receipt + "' > " + store + "/$ASSAY_TRACE_ID.jsonl");
        at(NOON, "index", path("agentmesh"), path("assay"), "--index", path("index"));
        assertThat(ask("who", other).json().toString()).contains("worker_7");
    }

    @Test
    void anIndexInsideOfWhatItReadsIsNoEvidence() {
        for (int time = 0; time < 2; time++) {
            Asked again = at(NOON, "index", path("agentmesh"), "--index", path("agentmesh/.waybill/evidence"));
            assertThat(again.code()).isEqualTo(ExitCode.YES);
            assertThat(again.out()).contains("of 2 files").doesNotContain("unrecognised");
        }
    }

    @Test
    void theRegistrySaysWhoWritesAReceiptAndWhoReadsIt() {
        Asked types = at(NOON, "types", "--json");
        assertThat(types.code()).isEqualTo(ExitCode.YES);
        assertThat(types.json().array("types").orElseThrow().items()).hasSize(7);
        assertThat(types.out())
                .contains("{\"type\":\"POLICY_APPLY\",\"emitter\":\"Consumer repo\","
                        + "\"consumers\":[\"Quintet (feedback)\"],\"trigger\":\"Policy change applied\","
                        + "\"pack_type\":\"ewp.policy_apply/v0\"}");
        assertThat(at(NOON, "types").out()).contains("CHECKPOINT_RECEIPT", "Weave verifier", "WRITTEN BY");
    }

    @Test
    void aStatedPolicyThatDiffersFromTheAppliedOneIsAConflict() {
        Asked answer = ask("policy-at", "task_8c69", "--event", "merged");
        assertThat(answer.json().string("verdict")).contains("CONFLICT");
        assertThat(answer.code()).isEqualTo(ExitCode.NO);
        assertThat(answer.out()).contains("0.650").contains("sha256:p1");
    }

    @Test
    void aRollbackBeforeTheMergeRestoresTheOldValue() {
        assertThat(at(
                                NOON.plusSeconds(70),
                                "rollback",
                                path("ccio/policy.jsonl"),
                                "--origin",
                                "ccio/guardian",
                                "--reason",
                                "regression",
                                "--to",
                                path("ccio/policy.jsonl"))
                        .code())
                .isEqualTo(ExitCode.YES);
        JsonObject answer = ask("policy-at", TASK).json();
        assertThat(answer.toString()).contains("\"value\":0.7");
    }

    @Test
    void theWholeChainSharesOneCorrelationAndItsReferencesHold() {
        JsonObject trace = ask("trace", CHAIN).json();
        assertThat(path(trace)).contains("quintet:" + CHAIN, event(1)).hasSizeGreaterThan(20);
        assertThat(path(trace).indexOf("quintet:" + CHAIN)).isZero();
        assertThat(ask("dag", "--correlation", CHAIN).code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void everyCriticalStateHasItsCheckpoint() {
        Asked answer = ask("checkpoints", TASK);
        assertThat(answer.code()).isEqualTo(ExitCode.YES);
        assertThat(answer.json().object("result").orElseThrow().toString()).contains("\"present\":4,\"reached\":4");
    }

    @Test
    void agentsAndAncestorsAreNamed() {
        assertThat(ask("who", TASK).out()).contains("agent_dev_1");
        assertThat(path(ask("why", event(4)).json())).contains(event(1));
        assertThat(path(ask("impact", "quintet:" + CHAIN).json())).anyMatch(id -> id.startsWith("ccio:policy_apply_"));
        assertThat(ask("commits", TASK).code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void aChangedByteIsToldByIndexAndVerify() throws IOException {
        Path events = folder.resolve("agentmesh/waybill-tasks.jsonl");
        Files.writeString(events, Files.readString(events).replace("Add parser", "Add parsel"));
        assertThat(at(NOON, "verify", path("agentmesh")).code()).isEqualTo(ExitCode.TAMPERED);
        assertThat(at(NOON, "verify", path("agentmesh")).out()).contains("HASH_MISMATCH");
        // The index notices that the file has changed, and is made again.
        assertThat(ask("trace", CHAIN).code()).isEqualTo(ExitCode.TAMPERED);
    }

    @Test
    void linesAreExportedByteForByte() throws IOException {
        String exported =
                at(NOON, "export", "--jsonl", "--index", path("index")).out();
        List<String> lines = exported.lines().toList();
        for (String file : List.of("agentmesh/waybill-tasks.jsonl", "ccio/policy.jsonl", "quintet/recs.jsonl")) {
            assertThat(lines).containsAll(Files.readAllLines(folder.resolve(file)));
        }
        assertThat(exported).contains("\"_ewp_future_field\":1e-07");
        assertThat(at(NOON, "export", "--cloudevents", "--index", path("index"))
                        .lines()
                        .getFirst()
                        .string("specversion"))
                .contains("1.0");
    }

    @Test
    void anUnknownNameSaysWhatWasSearched() {
        Asked answer = at(NOON, "who", "task_9999", "--index", path("index"));
        assertThat(answer.code()).isEqualTo(ExitCode.NO);
        assertThat(answer.out()).contains("NOT_FOUND").contains("agentmesh/waybill-tasks.jsonl");
    }

    @Test
    void theIndexIsAskedInSqlAndCannotBeChanged() throws IOException {
        assertThat(ask("sql", "select count(*) as n from records where type = 'POLICY_APPLY'")
                        .lines()
                        .getFirst()
                        .toString())
                .isEqualTo("{\"n\":1}");
        assertThat(at(NOON, "sql", "select child, parent from links limit 1", "--index", path("index"))
                        .out())
                .startsWith("child\tparent\n")
                .contains("\t");
        assertThat(ask("sql", "select count(*) as n from findings").code()).isEqualTo(ExitCode.YES);
        for (String wrong :
                List.of("delete from record", "select nonsense", "with x as (select 1) delete from record")) {
            assertThat(ask("sql", wrong).code()).isEqualTo(ExitCode.USAGE);
        }
        assertThat(at(NOON, "sql", "select nonsense", "--index", path("index")).err())
                .startsWith("waybill: SQLite says: no such column: nonsense\n");
        assertThat(ask("sql", "select count(*) > 10 as many from records").out())
                .contains("{\"many\":1}");
    }

    @Test
    void aQuestionAfterAnAppendedRecordReadsWhatIsNew() throws IOException {
        Files.writeString(
                folder.resolve("ccio/policy.jsonl"),
                "{\"receipt_id\":\"late_1\",\"type\":\"NOTE\",\"_ewp_version\":\"0\"}\n",
                StandardOpenOption.APPEND);
        Asked asked = ask("sql", "select file, line from records where id = 'waybill:late_1'");
        assertThat(asked.out()).contains("{\"file\":\"ccio/policy.jsonl\",\"line\":2}");
        assertThat(asked.err()).contains("the files have changed; indexing what is new");
    }

    @Test
    void filesThatAreSkippedAreNamedWithTheReason() throws IOException {
        Files.writeString(folder.resolve("ccio/readme.md"), "text");
        assertThat(at(NOON, "index", path("ccio"), "--index", path("other")).out())
                .contains("1 file was skipped:")
                .contains("ccio/readme.md: no reader knows a file like this");
    }

    @Test
    void wrongUsageIsOneClearSentence() throws IOException {
        assertThat(at(NOON, "who", TASK, "--index", path("nowhere")).code()).isEqualTo(ExitCode.USAGE);
        assertThat(at(NOON, "index").code()).isEqualTo(ExitCode.USAGE);
        assertThat(at(NOON, "export", "--index", path("index")).code()).isEqualTo(ExitCode.USAGE);
        assertThat(at(NOON, "task", "merged", "task_000000000000", "--dir", path("agentmesh"))
                        .code())
                .isEqualTo(ExitCode.NO);
        Files.writeString(folder.resolve("index/index.db"), "x", StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(ask("trace", CHAIN).code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void anAnswerIsDrawnAndWrittenAsOnePage() throws IOException {
        assertThat(at(NOON, "trace", CHAIN, "--index", path("index"), "--dot").out())
                .startsWith("digraph");
        assertThat(at(NOON, "trace", CHAIN, "--index", path("index"), "--mermaid")
                        .out())
                .startsWith("flowchart");
        at(NOON, "policy-at", TASK, "--index", path("index"), "--html", path("page.html"));
        assertThat(Files.readString(folder.resolve("page.html")))
                .startsWith("<!doctype html>")
                .contains("CONFLICT", "<svg", "agentmesh:evt_")
                .doesNotContain("src=\"http", "href=\"http");
    }

    @Test
    void aWorkerLearnsItsChain() throws IOException {
        String other = "task_000000000001";
        for (String state : List.of("planned", "assigned")) {
            at(NOON, "task", state, other, "--dir", path("agentmesh"), "--correlation-id", "corr_9");
        }
        Path told = folder.resolve("told");
        Asked spawned = at(
                NOON,
                "spawn",
                other,
                "--dir",
                path("agentmesh"),
                "--",
                "sh",
                "-c",
                "echo $ASSAY_TRACE_ID $EWP_TASK_ID $EWP_CORRELATION_ID > " + told);
        assertThat(spawned.code()).isEqualTo(ExitCode.YES);
        assertThat(Files.readString(told)).startsWith("trace_20260225T120000_").contains(other + " corr_9");
        assertThat(Files.readString(folder.resolve("agentmesh/waybill-weave.jsonl")))
                .contains("\"_ewp_context_hash\":\"sha256:");
    }

    @Test
    void aRunOfOursIsATaskAsWell() throws IOException {
        Path file = folder.resolve("flow.json");
        Files.writeString(file, """
                {"id":"flow","name":"Flow","version":"1","nodes":[{"id":"n","typeId":"core.noop","name":"n",
                 "position":{"x":0,"y":0},"config":{},"inputs":{}}],"edges":[],"triggers":[],"variables":[],
                 "metadata":{},"settings":{}}
                """);
        String data = path("data");
        Asked run = Asked.waybill(
                "run",
                file.toString(),
                "--data",
                data,
                "--no-receipts",
                "--json",
                "--correlation-id",
                "corr_7",
                "--ewp",
                "policy_version=sha256:p2");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.YES);
        String id = run.lines().getLast().string("runId").orElseThrow();
        Files.createDirectories(folder.resolve("waybill"));
        Files.writeString(
                folder.resolve("waybill/events.jsonl"),
                Asked.waybill("events", id, "--data", data, "--json").out());
        at(NOON, "index", path("waybill"), "--index", path("index"));
        JsonObject answer = ask("policy-at", id).json();
        assertThat(answer.string("verdict")).contains("STATED");
        assertThat(answer.string("headline").orElseThrow()).contains("sha256:p2");
        assertThat(ask("trace", "corr_7").code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void everyPathOfAnAnswerIsInItsJson() {
        assertThat(ask("trace", CHAIN)
                        .json()
                        .array("gaps")
                        .orElse(JsonArray.EMPTY)
                        .items())
                .isEmpty();
        assertThat(ask("trace", CHAIN).json().string("schema")).contains("waybill.evidence.answer/1");
    }
}
