package dev.waybill.evidence.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRefused;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.scan.Scan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskLedgerTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final String EPISODE = "ep_019c937df84aa1eb219e35a7";
    private static final GateReport PASS = GateReport.of(JsonObject.builder()
            .put("result", "PASS")
            .put("current_score", new JsonNumber("0.0"))
            .build());

    @TempDir
    Path folder;

    private TaskLedger ledger() {
        return new TaskLedger(
                folder,
                new MeshIds(new SplittableRandom()),
                InstantSource.fixed(Instant.parse("2026-02-25T13:42:07.118204Z")));
    }

    private static TaskStep step(String task, TaskState to, @Nullable String episode) {
        EvidenceEnvelope said = EvidenceEnvelope.NONE.with(EvidenceEnvelope.AGENT_ID, "agent_dev_1");
        return new TaskStep(
                task,
                to,
                "agentmesh",
                "Add parser",
                "step",
                episode == null ? said : said.with(EvidenceEnvelope.EPISODE_ID, episode));
    }

    private void drive(String task, @Nullable String episode, TaskState last) throws IOException {
        TaskState state = TaskState.PLANNED;
        ledger().take(step(task, state, episode), _ -> PASS);
        while (state != last) {
            state = state.next().getFirst();
            ledger().take(step(task, state, episode), _ -> PASS);
        }
    }

    private List<JsonObject> lines(String file) throws IOException {
        List<JsonObject> lines = new ArrayList<>();
        new LedgerFile(folder.resolve(file)).forEach(lines::add);
        return lines;
    }

    private List<JsonObject> payloads(String kind) throws IOException {
        return lines(TaskLedger.EVENTS).stream()
                .filter(event -> event.string("kind").orElseThrow().equals(kind))
                .map(event -> event.object("payload").orElseThrow())
                .toList();
    }

    @Test
    void theEndOfATaskHasExactlyOneReceiptThatNamesIt() throws IOException {
        drive(TASK, EPISODE, TaskState.MERGED);
        assertThat(payloads("ASSAY_RECEIPT")).singleElement().satisfies(payload -> {
            assertThat(payload.string("_ewp_version")).contains("0");
            assertThat(payload.string("_ewp_task_id")).contains(TASK);
            assertThat(payload.string("_ewp_episode_id")).contains(EPISODE);
            assertThat(payload.string("_ewp_origin")).contains("agentmesh/assay_bridge");
            assertThat(payload.string("terminal_state")).contains("MERGED");
            assertThat(payload.get("gate_report")).isEqualTo(PASS.about(TASK));
            assertThat(payload.object("gate_report").orElseThrow().string("_ewp_task_id"))
                    .contains(TASK);
        });
    }

    @Test
    void aTaskWithoutEpisodeNamesNone() throws IOException {
        drive(TASK, null, TaskState.RUNNING);
        ledger().take(step(TASK, TaskState.ABORTED, null), _ -> GateReport.degraded("assay CLI not found on PATH"));
        assertThat(payloads("ASSAY_RECEIPT")).singleElement().satisfies(payload -> {
            assertThat(payload.has("_ewp_episode_id")).isFalse();
            assertThat(payload.string("bridge_status")).contains("BRIDGE_EMIT_DEGRADED");
            assertThat(payload.string("degraded_reason")).contains("assay CLI not found on PATH");
        });
        assertThat(payloads("WORKER_DONE")).isEmpty();
    }

    @Test
    void everyCriticalStateHasACheckpointThatFollowsTheOneBefore() throws IOException {
        drive(TASK, EPISODE, TaskState.MERGED);
        List<JsonObject> checkpoints = payloads("CHECKPOINT_RECEIPT");
        assertThat(checkpoints)
                .extracting(payload -> payload.string("checkpoint").orElseThrow())
                .containsExactly("assigned", "running", "ci_pass", "review_pass");
        assertThat(checkpoints.getFirst().array("_ewp_parent_ids").orElseThrow().items())
                .hasSize(1);
        assertThat(checkpoints.getLast().array("_ewp_parent_ids").orElseThrow().items())
                .hasSize(2);
    }

    @Test
    void everyRecordCarriesTheCorrelationOfTheTasksCreation() throws IOException {
        TaskStep created = new TaskStep(
                TASK,
                TaskState.PLANNED,
                "agentmesh",
                "Add parser",
                null,
                EvidenceEnvelope.NONE
                        .with(EvidenceEnvelope.CORRELATION_ID, "qt_x_20260225_120000")
                        .with(EvidenceEnvelope.EPISODE_ID, EPISODE));
        ledger().take(created, _ -> PASS);
        ledger().take(step(TASK, TaskState.ASSIGNED, null), _ -> PASS);
        assertThat(lines(TaskLedger.EVENTS))
                .extracting(event -> event.object("payload").orElseThrow().string("_ewp_correlation_id"))
                .allSatisfy(correlation -> assertThat(correlation).contains("qt_x_20260225_120000"));
        TaskStep other = new TaskStep(
                TASK,
                TaskState.RUNNING,
                "agentmesh",
                null,
                null,
                EvidenceEnvelope.NONE.with(EvidenceEnvelope.CORRELATION_ID, "another"));
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> ledger().take(other, _ -> PASS))
                .extracting(refused -> refused.refusal().code())
                .isEqualTo("CORRELATION_CHANGED");
    }

    @Test
    void aTaskStaysInTheEpisodeOfItsCreation() throws IOException {
        drive(TASK, EPISODE, TaskState.PLANNED);
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> ledger().take(step(TASK, TaskState.ASSIGNED, "ep_other"), _ -> PASS))
                .withMessage("task " + TASK + " belongs to episode " + EPISODE
                        + ", found ep_other; leave it out or give the same one")
                .extracting(refused -> refused.refusal().code())
                .isEqualTo("EPISODE_CHANGED");
        ledger().take(step(TASK, TaskState.ASSIGNED, null), _ -> PASS);
        assertThat(payloads("TASK_TRANSITION").getLast().string("_ewp_episode_id"))
                .contains(EPISODE);
    }

    @Test
    void agentMeshsOwnRulesHoldForBothFiles() throws IOException {
        drive(TASK, EPISODE, TaskState.MERGED);
        assertSound();
    }

    /// Read back as AgentMesh's files are: every hash and every link is checked.
    private void assertSound() {
        Gathered read = new Gathered();
        Scan.read(List.of(folder.resolve(TaskLedger.EVENTS), folder.resolve(TaskLedger.WEAVE)), read);
        assertThat(read.findings)
                .filteredOn(finding -> finding.code() != FindingCode.UNREADABLE_LINE)
                .isEmpty();
        assertThat(read.records)
                .extracting(found -> found.integrity().level())
                .isNotEmpty()
                .containsOnly(Integrity.Level.HASHED);
    }

    @Test
    void aStateThatDoesNotFollowIsRefusedAndNothingIsWritten() throws IOException {
        drive(TASK, EPISODE, TaskState.ASSIGNED);
        int before = lines(TaskLedger.EVENTS).size();
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> ledger().take(step(TASK, TaskState.MERGED, null), _ -> PASS))
                .withMessage("task " + TASK + " is assigned; expected one of [running, aborted], found merged");
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> ledger().take(step("task_000000000000", TaskState.RUNNING, null), _ -> PASS))
                .extracting(refused -> refused.refusal().code())
                .isEqualTo("TASK_UNKNOWN");
        assertThat(lines(TaskLedger.EVENTS)).hasSize(before);
        assertThat(lines(TaskLedger.WEAVE)).hasSize(2);
    }

    @Test
    void fourWritersAtOnceLeaveOneOrder() throws Exception {
        List<Future<?>> writers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                String task = "task_00000000000" + i;
                writers.add(threads.submit(() -> {
                    drive(task, EPISODE, TaskState.MERGED);
                    return null;
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        List<JsonObject> rows = lines(TaskLedger.WEAVE);
        assertThat(rows).hasSize(4 * 7);
        assertThat(rows.stream().map(row -> row.get("sequence_id")).toList())
                .isEqualTo(LongStream.rangeClosed(1, 28)
                        .<JsonValue>mapToObj(JsonNumber::of)
                        .toList());
        assertThat(rows).allSatisfy(row -> assertThat(row.string("episode_id")).contains(EPISODE));
        assertThat(payloads("TASK_TRANSITION")).hasSize(28);
        assertSound();
    }

    @Test
    void aRowWhoseWriterDiedIsTakenUpByTheNextTry() throws IOException {
        drive(TASK, EPISODE, TaskState.ASSIGNED);
        List<String> events = Files.readAllLines(folder.resolve(TaskLedger.EVENTS));
        Files.write(folder.resolve(TaskLedger.EVENTS), events.subList(0, 1));
        ledger().take(step(TASK, TaskState.ASSIGNED, null), _ -> PASS);
        assertThat(lines(TaskLedger.WEAVE)).hasSize(2);
        assertThat(payloads("TASK_TRANSITION")).hasSize(2);
    }

    @Test
    void anEndWhoseReceiptIsMissingCanBeAskedForAgain() throws IOException {
        drive(TASK, EPISODE, TaskState.MERGED);
        List<String> events = Files.readAllLines(folder.resolve(TaskLedger.EVENTS));
        Files.write(folder.resolve(TaskLedger.EVENTS), events.subList(0, events.size() - 1));
        assertThat(ledger().take(step(TASK, TaskState.MERGED, null), _ -> PASS))
                .singleElement()
                .satisfies(event -> assertThat(event.get("kind")).isEqualTo(new JsonString("ASSAY_RECEIPT")));
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> ledger().take(step(TASK, TaskState.MERGED, null), _ -> PASS));
    }

    @Test
    void aLineThatACrashCutShortIsLeftBehind() throws IOException {
        drive(TASK, EPISODE, TaskState.PLANNED);
        Files.writeString(folder.resolve(TaskLedger.EVENTS), "{\"event_id\":\"evt_0000", StandardOpenOption.APPEND);
        ledger().take(step(TASK, TaskState.ASSIGNED, null), _ -> PASS);
        assertThat(payloads("TASK_TRANSITION")).hasSize(2);
        assertSound();
    }

    private static TaskStep ofRun(String task, TaskState to, int second) {
        RunSource source = new RunSource(
                "run_1",
                "run_1/evt_" + second,
                "att_000000000001",
                Instant.parse("2026-02-25T12:00:00Z").plusSeconds(second));
        EvidenceEnvelope said = EvidenceEnvelope.NONE
                .with(EvidenceEnvelope.CORRELATION_ID, "corr_1")
                .with(EvidenceEnvelope.EPISODE_ID, EPISODE)
                .with("_ewp_future", "kept")
                .withParents(List.of("agentmesh:evt_000008"));
        return new TaskStep(task, to, "waybill", "release", null, said, null, source);
    }

    private static List<TaskStep> run(String task, TaskState... states) {
        List<TaskStep> steps = new ArrayList<>();
        for (TaskState state : states) {
            steps.add(ofRun(task, state, steps.size()));
        }
        return steps;
    }

    @Test
    void whatARunDidIsWrittenWithTheTimeAndTheEventOfTheRun() throws IOException {
        List<TaskStep> steps = run(TASK, TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING, TaskState.MERGED);
        Recorded recorded = ledger().record(steps, _ -> PASS);
        assertThat(recorded.refused()).isEmpty();
        assertThat(lines(TaskLedger.EVENTS)).isEqualTo(recorded.written());
        assertThat(payloads("TASK_TRANSITION"))
                .extracting(payload -> payload.string("to_state").orElseThrow())
                .containsExactly("planned", "assigned", "running", "merged");
        assertThat(payloads("TASK_TRANSITION").getLast().string("run_event")).contains("run_1/evt_3");
        assertThat(payloads("WORKER_SPAWN").getFirst().string("attempt_id")).contains("att_000000000001");
        assertThat(payloads("CHECKPOINT_RECEIPT")).hasSize(2);
        assertThat(payloads("ASSAY_RECEIPT")).hasSize(1);
        assertThat(lines(TaskLedger.EVENTS).getFirst().string("ts")).contains("2026-02-25T12:00:00.000000Z");
        assertThat(lines(TaskLedger.WEAVE)).hasSize(4);
        assertSound();
    }

    @Test
    void theSameStepsAgainChangeNothing() throws IOException {
        List<TaskStep> steps = run(TASK, TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING);
        ledger().record(steps, _ -> PASS);
        assertThat(ledger().record(steps, _ -> PASS).written()).isEmpty();
        List<TaskStep> more = new ArrayList<>(steps);
        more.add(ofRun(TASK, TaskState.ABORTED, 9));
        assertThat(ledger().record(more, _ -> PASS).written()).hasSize(2);
        assertThat(ledger().record(more, _ -> PASS).written()).isEmpty();
        assertSound();
    }

    @Test
    void aTaskThatEndedOtherwiseIsToldAndKeepsNoOtherWaiting() throws IOException {
        ledger().record(run(TASK, TaskState.PLANNED, TaskState.ABORTED), _ -> PASS);
        List<TaskStep> steps = new ArrayList<>(run(TASK, TaskState.PLANNED, TaskState.RUNNING, TaskState.MERGED));
        steps.addAll(run("task_000000000001", TaskState.PLANNED));
        Recorded recorded = ledger().record(steps, _ -> PASS);
        assertThat(recorded.refused())
                .singleElement()
                .satisfies(refused -> assertThat(refused.refusal().code()).isEqualTo("TASK_STATE"));
        assertThat(recorded.written()).hasSize(1);
        assertThat(payloads("ASSAY_RECEIPT")).hasSize(1);
    }

    @Test
    void rowsOfManyStepsWhoseWriterDiedAreTakenUpOneByOne() throws IOException {
        List<TaskStep> steps = run(TASK, TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING);
        ledger().record(steps, _ -> PASS);
        Files.delete(folder.resolve(TaskLedger.EVENTS));
        ledger().record(steps, _ -> PASS);
        assertThat(lines(TaskLedger.WEAVE)).hasSize(3);
        assertThat(payloads("TASK_TRANSITION")).hasSize(3);
        assertSound();
    }

    @Test
    void idsAreOursAndFollowFromWhatTheEventSays() throws IOException {
        ledger().record(run(TASK, TaskState.PLANNED, TaskState.ASSIGNED), _ -> PASS);
        assertThat(ids(TaskLedger.EVENTS))
                .allSatisfy(id -> assertThat(id).matches("waybill:evt_[0-9a-f]{16}"))
                .doesNotHaveDuplicates();
        assertThat(ids(TaskLedger.WEAVE)).allSatisfy(id -> assertThat(id).startsWith("waybill:weave_"));
    }

    @Test
    void inAgentMeshsNameTheyAreCountedAsItCounts() throws IOException {
        drive(TASK, EPISODE, TaskState.ASSIGNED);
        drive("task_000000000001", null, TaskState.PLANNED);
        assertThat(ids(TaskLedger.EVENTS))
                .containsExactly("evt_000001", "evt_000002", "evt_000003", "evt_000004", "evt_000005");
        assertThat(ids(TaskLedger.WEAVE))
                .hasSize(3)
                .allSatisfy(id -> assertThat(id).matches("weave_[0-9a-f]{12}"));
    }

    private List<String> ids(String file) throws IOException {
        return lines(file).stream()
                .map(line -> line.string("event_id").orElseThrow())
                .toList();
    }

    @Test
    void theStoreOfAnotherSystemIsRefused() throws IOException {
        for (String mark : List.of("board.db", "events.jsonl", ".store_seq")) {
            Path foreign = Files.createDirectories(folder.resolve("foreign-" + mark));
            Files.writeString(foreign.resolve(mark), "{\"prev_hash\":\"sha256:00\"}\n");
            TaskLedger ledger = new TaskLedger(foreign, new MeshIds(new SplittableRandom()), InstantSource.system());
            assertThatExceptionOfType(EvidenceRefused.class)
                    .isThrownBy(() -> ledger.take(step(TASK, TaskState.PLANNED, null), _ -> PASS))
                    .extracting(refused -> refused.refusal().code())
                    .isEqualTo("FOREIGN_STORE");
            try (Stream<Path> left = Files.list(foreign)) {
                assertThat(left).hasSize(1);
            }
        }
    }

    @Test
    void whatACallerSaidStaysOnEveryRecordAndItsParentsOnTheFirst() throws IOException {
        ledger().record(run(TASK, TaskState.PLANNED, TaskState.ASSIGNED, TaskState.RUNNING), _ -> PASS);
        List<JsonObject> payloads = lines(TaskLedger.EVENTS).stream()
                .map(event -> event.object("payload").orElseThrow())
                .toList();
        assertThat(payloads)
                .allSatisfy(payload -> assertThat(payload.string("_ewp_future")).contains("kept"));
        assertThat(payloads.getFirst().get("_ewp_parent_ids")).hasToString("[\"agentmesh:evt_000008\"]");
        assertThat(payloads.subList(1, payloads.size()))
                .noneSatisfy(payload -> assertThat(String.valueOf(payload.get("_ewp_parent_ids")))
                        .contains("agentmesh"));
    }
}
