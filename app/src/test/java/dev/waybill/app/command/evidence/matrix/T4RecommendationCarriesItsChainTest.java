package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T4: a policy recommendation keeps all nine members of its envelope, and its parents are episodes that exist.
class T4RecommendationCarriesItsChainTest {

    private static final String RUN = "qt_brain_temperature_20260225_120000";
    private static final List<String> NINE = List.of(
            EvidenceEnvelope.VERSION,
            EvidenceEnvelope.CORRELATION_ID,
            EvidenceEnvelope.TASK_ID,
            EvidenceEnvelope.EPISODE_ID,
            EvidenceEnvelope.AGENT_ID,
            EvidenceEnvelope.POLICY_VERSION,
            EvidenceEnvelope.CONTEXT_HASH,
            EvidenceEnvelope.PARENT_IDS,
            EvidenceEnvelope.ORIGIN);

    /// The parents are in no order that a machine would choose.
    private static final String RECOMMENDATION = """
            {"type":"POLICY_RECOMMENDATION","_ewp_version":"0","_ewp_correlation_id":"%s",
             "_ewp_task_id":"task_8c69bd04b163","_ewp_episode_id":"ep_def456","_ewp_agent_id":"agent_dev_1",
             "_ewp_policy_version":"sha256:a1b2c3...","_ewp_context_hash":"sha256:c0ffee",
             "_ewp_parent_ids":["ccio:ep_def456","ccio:ep_abc123","ccio:ep_bcd234"],"_ewp_origin":"quintet/policies",
             "lever":"BRAIN_TEMPERATURE","action":"PROMOTE","current_value":0.7,"recommended_value":0.650}
            """.formatted(RUN);

    @TempDir
    Path folder;

    private EvidenceDesk desk() {
        return EvidenceDesk.in(folder);
    }

    @BeforeEach
    void threeEpisodesAndWhatQuintetMadeOfThem() {
        desk().file("ccio/episodes.json", """
                {"metadata":{"export_version":"1.0","source":"ccio","episode_count":3},"episodes":[
                 {"episode_id":"ep_abc123","event_time":"2026-02-25T10:00:00Z"},
                 {"episode_id":"ep_bcd234","event_time":"2026-02-25T10:10:00Z"},
                 {"episode_id":"ep_def456","event_time":"2026-02-25T10:20:00Z"}]}
                """);
        emit(RECOMMENDATION);
    }

    private void emit(String recommendation) {
        desk().file("recommendation.json", recommendation).file("quintet/recs.jsonl", "");
        desk().yes("emit", desk().path("recommendation.json"), "--to", desk().path("quintet/recs.jsonl"));
        assertThat(desk().index("ccio", "quintet").code()).isEqualTo(ExitCode.YES);
    }

    private static void assertSameEnvelope(JsonObject found) {
        JsonObject given = Told.object(RECOMMENDATION);
        assertThat(found.names().stream().filter(name -> name.startsWith(EvidenceEnvelope.PREFIX)))
                .containsExactlyElementsOf(NINE);
        // Lists are equal only in the same order, and texts only to texts.
        assertThat(NINE).allSatisfy(name -> assertThat(found.get(name)).isEqualTo(given.get(name)));
    }

    @Test
    void allNineMembersAreTheSameInTheFileInAnAnswerAndInAnExport() {
        assertSameEnvelope(Told.object(desk().lines("quintet/recs.jsonl").getFirst()));
        Told answer = desk().question("why", "quintet:" + RUN);
        assertSameEnvelope(answer.path().getFirst().object("record").orElseThrow());
        assertThat(desk().exported())
                .filteredOn(line -> line.contains("POLICY_RECOMMENDATION"))
                .singleElement()
                .satisfies(line -> assertSameEnvelope(Told.object(line)));
    }

    @Test
    void everyParentIsAnImportedEpisode() {
        Told answer = desk().question("why", "quintet:" + RUN);
        assertThat(answer.code()).isEqualTo(ExitCode.YES);
        assertThat(answer.path().getFirst().array("parents").orElseThrow())
                .hasToString("[\"ccio:ep_def456\",\"ccio:ep_abc123\",\"ccio:ep_bcd234\"]");
        assertThat(answer.ids()).contains("ccio:ep_def456", "ccio:ep_abc123", "ccio:ep_bcd234");
        for (Told dag : List.of(desk().question("dag"), desk().question("dag", "--correlation", RUN))) {
            assertThat(dag.codes()).isEmpty();
            assertThat(dag.code()).isEqualTo(ExitCode.YES);
        }
    }

    @TestFactory
    Stream<DynamicTest> aParentThatIsNoImportedEpisodeIsTold() {
        return Stream.of(
                lost("unknown", "ccio:ep_bcd234", "ccio:ep_999999", "ORPHAN"),
                lost("nearly known", "ccio:ep_bcd234", "ccio:ep_bcd23", "ORPHAN"),
                lost("of another system", "ccio:ep_bcd234", "agentmesh:ep_bcd234", "WRONG_PREFIX"),
                lost("itself", "ccio:ep_bcd234", "quintet:" + RUN, "SELF_PARENT"));
    }

    private DynamicTest lost(String name, String parent, String instead, String code) {
        return DynamicTest.dynamicTest(name, () -> {
            emit(RECOMMENDATION.replace("\"" + parent + "\"", "\"" + instead + "\""));
            assertTold(code);
        });
    }

    @Test
    void anEpisodeThatIsNotImportedAnyMoreIsTold() {
        desk().file("ccio/episodes.json", """
                {"metadata":{"episode_count":2},"episodes":[{"episode_id":"ep_abc123"},{"episode_id":"ep_def456"}]}
                """);
        assertTold("ORPHAN");
    }

    private void assertTold(String code) {
        for (Told answer : List.of(desk().question("dag"), desk().question("trace", RUN))) {
            assertThat(answer.codes()).containsExactly(code);
            assertThat(answer.code()).isEqualTo(ExitCode.NO);
        }
    }
}
