package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T8: records without any `_ewp_*` are read, answer questions from their own fields, and come out as they went in.
class T8AbsentFieldsBreakNothingTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final String EVENTS = "agentmesh/events.jsonl";
    private static final String STORE = "assay/2026-02-25/trace_20260225T120000_a1b2c3d4.jsonl";
    private static final String POLICY = "ccio/policy.jsonl";
    private static final String NOTES = "notes/notes.jsonl";

    @TempDir
    Path folder;

    private EvidenceDesk desk;

    @BeforeEach
    void filesFromBeforeTheProtocol() {
        desk = EvidenceDesk.in(folder);
        desk.file(EVENTS, log());
        desk.file(STORE, """
                {"receipt_id": "r_a1b2c3d4e5f6", "type": "guardian_verdict", "timestamp": "2026-02-25T12:20:00+00:00", \
                "seq": 1, "score": 1.0e-07, "note": "na\\u00efve", "_trace_id": "trace_20260225T120000_a1b2c3d4", \
                "_store_seq": 1}
                {"receipt_id": "r_a1b2c3d4e5f7", "type": "guardian_verdict", "timestamp": "2026-02-25T12:21:00+00:00", \
                "seq": 2, "parent_receipt_id": "r_a1b2c3d4e5f6", "_trace_id": "trace_20260225T120000_a1b2c3d4", \
                "_store_seq": 2}
                """);
        desk.file(NOTES, """
                {"id" : "n_1",  "kind":"NOTE", "correlation_id":"corr_old", "agent_id":"agent_dev_2", "x": -0.0}
                { "id":"n_2","kind":"NOTE","correlation_id":"corr_old","parent_id":"n_1","task_id":"%s", "t":"✓" }
                """.formatted(TASK));
        desk.file(POLICY, """
                {"type":"POLICY_APPLY", "receipt_id":"policy_apply_1", "lever":"BRAIN_TEMPERATURE", "old_value":0.7, \
                "new_value":0.650, "applied_at":"2026-02-25T11:00:00Z"}
                """);
        desk.file("quintet/loom.json", """
                {"metadata":{"source":"loom_policy_export","episode_count":1},"episodes":[
                 {"episode_id":"ep-001","event_time":"2026-02-25T12:01:00Z","policy":{"brain_temperature":0.70}}]}
                """);
    }

    private static List<String> log() {
        List<JsonObject> events = new ArrayList<>();
        for (int i = 0; i < TaskLife.TO_MERGED.size(); i++) {
            events.add(Told.object("""
                    {"event_id":"evt_%06d","seq":%d,"ts":"2026-02-25T12:%02d:00.000000+00:00","kind":"TASK_TRANSITION",
                     "agent_id":"agent_dev_1","payload":{"task_id":"%s","to_state":"%s","score":0.0,"title":"größer ✓"}}
                    """.formatted(i + 1, i + 1, 2 * i, TASK, TaskLife.TO_MERGED.get(i))));
        }
        return MeshHash.chained(events);
    }

    private void index() {
        Told indexed = desk.index("agentmesh", "assay", "ccio", "notes", "quintet");
        assertThat(indexed.codes()).isEmpty();
        assertThat(indexed.code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void nothingIsWrongWithThem() {
        index();
        for (String part : List.of("agentmesh", "assay", "ccio", "notes", "quintet")) {
            assertThat(desk.verify(part).codes()).isEmpty();
            assertThat(desk.verify(part).code()).isEqualTo(ExitCode.YES);
        }
        assertThat(desk.question("dag").code()).isEqualTo(ExitCode.YES);
    }

    @TestFactory
    Stream<DynamicTest> everyQuestionIsAnsweredFromNativeFields() {
        return Stream.of(
                answered("agent_dev_1", "who", TASK),
                answered("2 records carry corr_old", "trace", "corr_old"),
                answered("waybill:n_1", "why", "n_2"),
                answered("waybill:n_2", "impact", "n_1"),
                answered("BRAIN_TEMPERATURE", "policy-at", TASK, "--event", "merged"),
                answered("\"missing\":[\"assigned\",\"running\",\"ci_pass\",\"review_pass\"]", "checkpoints", TASK));
    }

    private DynamicTest answered(String part, String... words) {
        return DynamicTest.dynamicTest(String.join(" ", words), () -> {
            index();
            Told answer = desk.question(words);
            assertThat(answer.code()).isIn(ExitCode.YES, ExitCode.NO);
            assertThat(answer.json().string("verdict")).get().isNotEqualTo("UNKNOWN");
            assertThat(answer.json().toString())
                    .contains(part)
                    .contains("\"basis\":\"native\"")
                    .doesNotContain("\"basis\":\"envelope\"");
        });
    }

    @Test
    void theyComeOutByteForByte() {
        index();
        List<String> given = new ArrayList<>();
        for (String file : List.of(EVENTS, STORE, POLICY, NOTES)) {
            given.addAll(desk.lines(file));
        }
        assertThat(desk.exported()).containsAll(given).hasSize(given.size() + 1);
        assertThat(desk.exported()).noneMatch(line -> line.contains("_ewp_"));
    }

    @Test
    void aChangedOneIsToldAllTheSame() {
        desk.change(EVENTS, lines -> {
            lines.replaceAll(line -> line.replace("\"to_state\":\"merged\"", "\"to_state\":\"aborted\""));
            return lines;
        });
        assertThat(desk.verify("agentmesh").codes()).containsExactly("HASH_MISMATCH");
        assertThat(desk.index("agentmesh").code()).isEqualTo(ExitCode.TAMPERED);
    }
}
