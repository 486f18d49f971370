package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexWriter;
import dev.waybill.evidence.index.SqlAnswer;
import dev.waybill.evidence.scan.Readers;
import dev.waybill.evidence.scan.Scan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// AgentMesh names no parents. What belongs together it says in fields of its own: task, attempt, weave, capsule,
/// commit.
class NativeLinksTest {

    private static final String FULL = "42fd2f584c55db34423a0c046a662bc621667ce2";
    private static final String OTHER = "42fd2f5ffc55db34423a0c046a662bc621667ce2";

    @TempDir
    Path folder;

    private void write(String file, String lines) {
        try {
            Path path = folder.resolve("mesh").resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void store() {
        write("tasks.rows.jsonl", """
                {"task_id":"task_33b61cff7da2","episode_id":"ep_1","state":"merged","assigned_agent_id":"dev","parent_task_id":"","created_at":"2026-11-15T18:56:08+00:00","meta":"{\\"depends_on\\":[\\"task_000000000000\\"]}"}
                """);
        write("attempts.rows.jsonl", """
                {"attempt_id":"att_cf1572cec0c8","task_id":"task_33b61cff7da2","attempt_number":1,"agent_id":"dev","started_at":"2026-11-15T18:56:09+00:00"}
                """);
        write("capsules.rows.jsonl", """
                {"capsule_id":"cap_3ffbbee5addb","task_desc":"feat","git_sha":"42fd2f5","created_at":"2026-11-15T18:56:10+00:00"}
                """);
        write("weave_events.rows.jsonl", """
                {"event_id":"weave_1","sequence_id":1,"episode_id":"ep_1","trace_id":"task_33b61cff7da2","capsule_id":"cap_3ffbbee5addb","git_commit_sha":"%s","prev_hash":"","parent_event_id":"","created_at":"2026-11-15T18:56:11+00:00"}
                """.formatted(FULL));
        write("commits.jsonl", commit(FULL));
    }

    private static String commit(String sha) {
        return "{\"sha\":\"%s\",\"message\":\"feat\",\"files\":[],\"committed_at\":\"2026-11-15T18:56:12Z\"}%n"
                .formatted(sha);
    }

    private <T> T ask(Function<Queries, T> question) {
        try (EvidenceIndex index = index()) {
            return question.apply(new Queries(index));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EvidenceIndex index() throws IOException {
        Path place = folder.resolve("index");
        List<Path> roots = List.of(folder.resolve("mesh"));
        try (IndexWriter writer = IndexWriter.begin(place, roots)) {
            Scan.read(roots, writer);
            writer.commit();
        }
        return EvidenceIndex.open(place, List.copyOf(Readers.formats().values()));
    }

    @Test
    void theyAreEdgesAndOneThatLeadsNowhereIsNoOrphan() {
        store();
        Answer dag = ask(queries -> queries.dag(null));
        // attempt to task; weave to task, capsule and commit; capsule to commit. The episode and a task are not here.
        assertThat(dag.headline()).isEqualTo("5 records, 5 references lead to a record");
        assertThat(dag.findings()).extracting(Finding::code).doesNotContain(FindingCode.ORPHAN);
        assertThat(dag.verdict()).isEqualTo(Verdict.STATED);
    }

    @Test
    void whatBelongsToARecordIsFoundBothWays() {
        store();
        Answer why = ask(queries -> queries.why("weave_1", 5));
        assertThat(ids(why))
                .containsExactlyInAnyOrder(
                        "agentmesh:weave_1",
                        "agentmesh:task_33b61cff7da2",
                        "agentmesh:cap_3ffbbee5addb",
                        "agentmesh:" + FULL);
        assertThat(why.gaps()).isEmpty();
        assertThat(ids(ask(queries -> queries.impact(FULL, 5))))
                .containsExactlyInAnyOrder("agentmesh:" + FULL, "agentmesh:weave_1", "agentmesh:cap_3ffbbee5addb");
        assertThat(ids(ask(queries -> queries.impact("agentmesh:task_33b61cff7da2", 5))))
                .contains("agentmesh:weave_1", "agentmesh:att_cf1572cec0c8");
    }

    private static List<String> ids(Answer answer) {
        return answer.path().stream().map(line -> line.found().id().toString()).toList();
    }

    @Test
    void peopleFindThemInSqlToo() throws IOException {
        store();
        List<String> rows = new ArrayList<>();
        try (EvidenceIndex index = index()) {
            index.sql("select child, parent from links where kind = 'native'", new SqlAnswer() {
                @Override
                public void columns(List<String> names) {}

                @Override
                public void row(List<@Nullable Object> values) {
                    rows.add(values.toString());
                }
            });
        }
        assertThat(rows)
                .contains(
                        "[agentmesh:att_cf1572cec0c8, agentmesh:task_33b61cff7da2]",
                        "[agentmesh:cap_3ffbbee5addb, agentmesh:" + FULL + "]",
                        "[agentmesh:weave_1, agentmesh:" + FULL + "]",
                        "[agentmesh:weave_1, agentmesh:cap_3ffbbee5addb]",
                        "[agentmesh:weave_1, agentmesh:task_33b61cff7da2]");
    }

    @Test
    void aShortHashAndTheFullOneAreOneCommit() {
        store();
        write("bundles/cap_3ffbbee5addb.json", """
                {"capsule_id":"cap_3ffbbee5addb","episode_id":"ep_1","git":{"sha":"42fd2f5"}}""");
        Answer commits = ask(queries -> queries.commits("task_33b61cff7da2"));
        assertThat(commits.headline()).isEqualTo(FULL);
        assertThat(ask(queries -> queries.why("42fd2f5", 5)).subject()).isEqualTo("agentmesh:" + FULL);
    }

    @Test
    void theBeginningOfTwoHashesNamesBoth() {
        store();
        write("commits.jsonl", commit(FULL) + commit(OTHER));
        for (Answer answer : List.of(
                ask(queries -> queries.policyAt("42fd2f5", "merged")), ask(queries -> queries.why("42fd2f5", 5)))) {
            assertThat(answer.verdict()).isEqualTo(Verdict.AMBIGUOUS);
            assertThat(answer.gaps().getFirst().message()).contains(FULL, OTHER);
        }
        Answer dag = ask(queries -> queries.dag(null));
        assertThat(dag.findings()).extracting(Finding::code).containsOnly(FindingCode.AMBIGUOUS_PARENT);
    }

    @Test
    void aCommitHasAPolicyAtItsTime() {
        store();
        write("policy.jsonl", """
                {"receipt_id":"a1","type":"POLICY_APPLY","lever":"L","old_value":1,"new_value":2,"applied_at":"2026-11-15T10:00:00Z","_ewp_version":"0","_ewp_origin":"ccio/x","_ewp_policy_version":"sha256:p1"}
                {"receipt_id":"a2","type":"POLICY_APPLY","lever":"L","old_value":2,"new_value":3,"applied_at":"2026-11-16T10:00:00Z","_ewp_version":"0","_ewp_origin":"ccio/x","_ewp_policy_version":"sha256:p2"}
                """);
        for (String name : List.of(FULL, "42fd2f584c", "agentmesh:" + FULL)) {
            Answer answer = ask(queries -> queries.policyAt(name, "merged"));
            assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
            assertThat(answer.headline()).isEqualTo("sha256:p1 (L = 2)");
            assertThat(answer.subject()).isEqualTo(FULL);
            assertThat(answer.path().getFirst().role()).isEqualTo("commit");
        }
    }

    @Test
    void whereGitIsNotAtHandTheWeaveStandsForTheCommit() throws IOException {
        store();
        Files.delete(folder.resolve("mesh/commits.jsonl"));
        assertThat(ask(queries -> queries.policyAt("42fd2f58", "merged"))
                        .path()
                        .getFirst()
                        .found()
                        .id())
                .hasToString("agentmesh:weave_1");
    }
}
