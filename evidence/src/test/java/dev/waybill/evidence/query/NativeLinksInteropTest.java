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

    private EvidenceIndex index(String store) throws IOException {
        Path place = folder.resolve(store);
        List<Path> roots = List.of(Interop.path("ewp/" + store));
        try (IndexWriter writer = IndexWriter.begin(place, roots)) {
            Scan.read(roots, writer);
            writer.commit();
        }
        return EvidenceIndex.open(place, List.copyOf(Readers.formats().values()));
    }
}
