package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the matrix does not number: an envelope without a version or with a later one, and the envelope that succeeded
/// `_ewp_*` in AgentMesh.
class ExtraOddEnvelopesAreKeptAndToldTest {

    private static final String TASK = "task_33b61cff7da2";
    private static final String EPISODE = "ep_01a1e0911882bfaec5366951";

    @TempDir
    Path folder;

    private EvidenceDesk desk() {
        return EvidenceDesk.in(folder);
    }

    private Told index(String... lines) {
        return desk().file("given/records.jsonl", List.of(lines)).index("given");
    }

    private void assertKept(String... lines) {
        assertThat(desk().exported()).containsExactly(lines);
        assertThat(desk().lines("given/records.jsonl")).containsExactly(lines);
    }

    @Test
    void aMissingVersionIsAWarningAndTheMembersCount() {
        String line = "{\"receipt_id\":\"x_1\",\"type\":\"NOTE\",\"_ewp_correlation_id\":\"corr_1\"}";
        Told index = index(line);
        assertThat(index.codes()).containsExactly("EWP_VERSION_MISSING");
        assertThat(index.json().toString()).contains("\"severity\":\"warning\"");
        assertThat(index.code()).isEqualTo(ExitCode.YES);
        assertThat(desk().question("trace", "corr_1").ids()).containsExactly("waybill:x_1");
        assertKept(line);
    }

    @Test
    void anUnknownVersionIsKeptAndFlagged() {
        String line =
                "{\"receipt_id\":\"x_1\",\"type\":\"NOTE\",\"_ewp_version\":\"1\",\"_ewp_correlation_id\":\"corr_1\","
                        + "\"_ewp_new\":{\"since\":1.0}}";
        Told index = index(line);
        assertThat(index.codes()).containsExactly("EWP_VERSION_UNKNOWN");
        assertThat(index.code()).isEqualTo(ExitCode.YES);
        JsonObject record = desk().question("trace", "corr_1").path().getFirst();
        assertThat(record.object("record")).contains(Told.object(line));
        assertKept(line);
    }

    @Test
    void aMemberOfAnotherTypeOrAnOriginOfAnotherFormIsTold() {
        for (String member : List.of(
                "\"_ewp_task_id\":7",
                "\"_ewp_policy_version\":null",
                "\"_ewp_parent_ids\":\"agentmesh:evt_000001\"",
                "\"_ewp_parent_ids\":[7]",
                "\"_ewp_origin\":\"quintet\"",
                "\"_ewp_origin\":\"/policies\"")) {
            String line = "{\"receipt_id\":\"x_1\",\"type\":\"NOTE\",\"_ewp_version\":\"0\"," + member + "}";
            Told index = index(line);
            assertThat(index.codes()).as(member).containsExactly("EWP_MEMBER_INVALID");
            assertThat(index.code()).isEqualTo(ExitCode.YES);
            assertKept(line);
        }
    }

    @Test
    void anEmptyMemberIsOneThatIsAbsent() {
        index("{\"receipt_id\":\"x_1\",\"type\":\"NOTE\",\"_ewp_version\":\"0\",\"_ewp_correlation_id\":\"corr_1\","
                + "\"_ewp_episode_id\":\"\"}");
        JsonObject identity = desk().question("trace", "corr_1")
                .path()
                .getFirst()
                .object("identity")
                .orElseThrow();
        assertThat(identity.names()).containsExactly("correlation");
    }

    @Test
    void aCorrelationIsMadeAtATrueRootOnly() {
        assertThat(emitted("[]").string("_ewp_correlation_id")).contains("x_1");
        assertThat(emitted("[\"ccio:ep_1\"]").has("_ewp_correlation_id")).isFalse();
        assertThat(emitted("[]", "--correlation-id", "", "--origin", "").string("_ewp_correlation_id"))
                .contains("x_1");
    }

    private JsonObject emitted(String parents, String... more) {
        desk().file("x.json", "{\"receipt_id\":\"x_1\",\"type\":\"NOTE\",\"_ewp_parent_ids\":" + parents + "}");
        List<String> words = new ArrayList<>(List.of("emit", desk().path("x.json")));
        words.addAll(List.of(more));
        JsonObject record = Told.object(desk().yes(words.toArray(String[]::new)).out());
        assertThat(record.toString()).doesNotContain("\"\"");
        return record;
    }

    @Test
    void aCcoiMessageIsUnderstoodAndNeverRewritten() {
        String line =
                ("{\"ccoi_version\": \"0.1\", \"source_organ\": \"agentmesh\", \"target_organ\": \"assay-toolkit\","
                                + " \"authority_class\": \"AUDITING\", \"primitive\": \"QUERY\", \"correlation_id\": \"%s\","
                                + " \"ts_sent\": \"2026-02-25T12:00:00.000000Z\", \"payload\": {\"episode_id\": \"%s\", \"n\": 0.0}}")
                        .formatted(TASK, EPISODE);
        assertThat(index(line).codes()).isEmpty();
        assertMapped();
        assertKept(line);
    }

    @Test
    void aCcoiEnvelopeInsideAnEventIsUnderstoodAndNeverRewritten() {
        List<String> lines = MeshHash.chained(List.of(Told.object("""
                {"event_id":"evt_000001","seq":1,"ts":"2026-02-25T12:00:00.000000+00:00","kind":"ASSAY_RECEIPT",
                 "agent_id":"","payload":{"terminal_state":"MERGED","ccoi_envelope":{"ccoi_version":"0.1",
                 "correlation_id":"%s","payload":{"episode_id":"%s"}}}}""".formatted(TASK, EPISODE))));
        assertThat(index(lines.toArray(String[]::new)).codes()).isEmpty();
        assertMapped();
        assertKept(lines.toArray(String[]::new));
    }

    private void assertMapped() {
        Told trace = desk().question("trace", TASK);
        assertThat(trace.code()).isEqualTo(ExitCode.YES);
        JsonObject identity = trace.path().getFirst().object("identity").orElseThrow();
        assertThat(identity.object("correlation"))
                .get()
                .hasToString("{\"value\":\"" + TASK + "\",\"basis\":\"native\"}");
        assertThat(identity.object("episode"))
                .get()
                .hasToString("{\"value\":\"" + EPISODE + "\",\"basis\":\"native\"}");
        assertThat(trace.json().toString()).doesNotContain("_ewp_");
    }
}
