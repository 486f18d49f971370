package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexWriter;
import dev.waybill.evidence.index.Named;
import dev.waybill.evidence.scan.Readers;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Stores that AgentMesh wrote, before and after it retired the envelope: both hang together by its own fields.
class NativeLinksInteropTest {

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> aStoreHangsTogether() {
        return Stream.of("agentmesh-ewp-f124e35", "agentmesh-pr47")
                .map(store -> DynamicTest.dynamicTest(store, () -> hangsTogether(store)));
    }

    private void hangsTogether(String store) throws IOException {
        try (EvidenceIndex index = index(store)) {
            Queries queries = new Queries(index);
            Answer dag = queries.dag(null);
            assertThat(dag.result().get("edges"))
                    .isInstanceOfSatisfying(
                            JsonNumber.class,
                            edges -> assertThat(edges.asInteger().orElse(0)).isGreaterThan(60));
            assertThat(dag.findings()).extracting(Finding::code).doesNotContain(FindingCode.ORPHAN, FindingCode.CYCLE);
            String task = index.prefix(Named.TASK, "task_", 1).getFirst();
            List<String> commits = queries.commits(task).path().stream()
                    .map(Line::role)
                    .distinct()
                    .toList();
            assertThat(commits).hasSize(2).allMatch(commit -> commit.length() == 40);
            for (String commit : commits) {
                Answer policy = queries.policyAt(commit.substring(0, 7), "merged");
                assertThat(policy.subject()).isEqualTo(commit);
                assertThat(policy.rule()).isEqualTo(Rule.NO_POLICY);
                assertThat(queries.why(commit, 5).path()).hasSizeGreaterThan(1);
            }
        }
    }

    /// The capsule shortens the hash, weave row and repository have it whole.
    @TestFactory
    Stream<DynamicTest> theRepositoryBesideAStoreHasTheSameCommits() {
        return Stream.of("agentmesh-ewp-f124e35", "agentmesh-pr47")
                .map(store -> DynamicTest.dynamicTest(store, () -> sameCommits(store)));
    }

    private void sameCommits(String store) throws Exception {
        Path repository = folder.resolve(store + "-repository");
        Path bundle = Interop.path("ewp/" + store + "/repo.bundle");
        Process clone = new ProcessBuilder("git", "clone", "-q", bundle.toString(), repository.toString())
                .inheritIO()
                .start();
        assertThat(clone.waitFor()).isZero();
        Path policies = Files.createDirectories(folder.resolve(store + "-policies"));
        Files.writeString(policies.resolve("policy.jsonl"), """
                {"receipt_id":"a1","type":"POLICY_APPLY","lever":"L","old_value":1,"new_value":2,"applied_at":"2026-01-01T00:00:00Z","_ewp_version":"0","_ewp_origin":"ccio/x","_ewp_policy_version":"sha256:p1"}
                """);
        try (EvidenceIndex index = index(store, repository, policies)) {
            Queries queries = new Queries(index);
            String task = index.prefix(Named.TASK, "task_", 1).getFirst();
            List<String> commits = queries.commits(task).path().stream()
                    .map(Line::role)
                    .distinct()
                    .toList();
            assertThat(commits).hasSize(2).allMatch(commit -> commit.length() == 40);
            for (String commit : commits) {
                String named = commit.substring(0, 7);
                assertThat(index.byCommit(named))
                        .extracting(record -> record.content().type())
                        .contains("GIT_COMMIT");
                assertThat(queries.why(named, 5).subject()).isEqualTo("agentmesh:" + commit);
                for (String name : List.of(named, commit)) {
                    Answer policy = queries.policyAt(name, "merged");
                    assertThat(policy.subject()).isEqualTo(commit);
                    assertThat(policy.headline()).isEqualTo("sha256:p1 (L = 2)");
                }
            }
        }
    }

    private EvidenceIndex index(String store, Path... more) throws IOException {
        Path place = folder.resolve(store);
        List<Path> roots = Stream.concat(Stream.of(Interop.path("ewp/" + store)), Stream.of(more))
                .toList();
        try (IndexWriter writer = IndexWriter.begin(place, roots)) {
            Scan.read(roots, writer);
            writer.commit();
        }
        return EvidenceIndex.open(place, List.copyOf(Readers.formats().values()));
    }
}
