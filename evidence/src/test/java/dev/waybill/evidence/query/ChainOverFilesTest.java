package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.index.EvidenceIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// T6: a task's whole life over four files of three systems, and everything that can be wrong with its references.
class ChainOverFilesTest {

    private static final String CHAIN = "corr_1";

    @TempDir
    Path directory;

    private final List<Rec> mesh = new ArrayList<>();
    private final List<Rec> bridge = new ArrayList<>();
    private final List<Rec> quintet = new ArrayList<>();
    private final List<Rec> ccio = new ArrayList<>();

    ChainOverFilesTest() {
        List<String> states = List.of("planned", "assigned", "running", "pr_open", "ci_pass", "review_pass", "merged");
        for (int i = 1; i <= states.size(); i++) {
            Rec step = Rec.of("agentmesh:evt_00000" + i, "TASK_TRANSITION")
                    .task("task_1")
                    .correlation(CHAIN)
                    .at("2026-02-25T13:0" + i + ":00Z")
                    .with("to_state", states.get(i - 1));
            mesh.add(i == 1 ? step : step.parents("evt_00000" + (i - 1)));
        }
        bridge.add(Rec.of("assay:r_1", "ASSAY_RECEIPT")
                .correlation(CHAIN)
                .at("2026-02-25T13:08:00Z")
                .parents("agentmesh:evt_000007"));
        quintet.add(Rec.of("quintet:qt_1", "POLICY_RECOMMENDATION")
                .correlation(CHAIN)
                .at("2026-02-25T13:09:00Z")
                .parents("assay:r_1", "agentmesh:evt_000007"));
        ccio.add(Rec.of("ccio:policy_apply_1", "POLICY_APPLY")
                .correlation(CHAIN)
                .at("2026-02-25T13:10:00Z")
                .parents("quintet:qt_1"));
    }

    @Test
    void theChainIsWholeInOrderAndSound() {
        try (EvidenceIndex index = index()) {
            Answer trace = new Queries(index).trace(CHAIN);
            assertThat(trace.path()).hasSize(10);
            assertThat(ids(trace))
                    .startsWith("agentmesh:evt_000001", "agentmesh:evt_000002")
                    .endsWith("assay:r_1", "quintet:qt_1", "ccio:policy_apply_1");
            assertThat(trace.gaps()).isEmpty();
            assertThat(trace.exitCode()).isZero();
            assertThat(trace.graph().edges()).hasSize(10);
            assertThat(new Queries(index).dag(CHAIN).exitCode()).isZero();
            assertThat(new Queries(index).dag(null).exitCode()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aCycleAcrossFiles() {
        change(mesh, 0, rec -> rec.parents("ccio:policy_apply_1"));
        assertFound(FindingCode.CYCLE, FindingCode.CHILD_BEFORE_PARENT);
    }

    @Test
    void aCycleWithinOneFile() {
        change(mesh, 0, rec -> rec.parents("evt_000002").at("2026-02-25T13:02:00Z"));
        assertFound(FindingCode.CYCLE);
    }

    @Test
    void aRecordThatNamesItself() {
        change(mesh, 3, rec -> rec.parents("evt_000003", "evt_000004"));
        assertFound(FindingCode.SELF_PARENT);
    }

    @Test
    void anOrphan() {
        change(ccio, 0, rec -> rec.parents("quintet:qt_1", "quintet:qt_2"));
        assertFound(FindingCode.ORPHAN);
    }

    @Test
    void aWrongPrefix() {
        change(ccio, 0, rec -> rec.parents("assay:qt_1"));
        assertFound(FindingCode.WRONG_PREFIX);
    }

    @Test
    void twoRecordsWithOneId() {
        ccio.add(ccio.getFirst().with("lever", "ANOTHER"));
        assertFound(FindingCode.DUPLICATE_ID);
    }

    @Test
    void aCopyInAnotherFileIsNoDuplicate() {
        bridge.add(ccio.getFirst());
        assertFound();
    }

    @Test
    void aCopyThatSpellsItsNumbersOtherwiseIsNoDuplicate() {
        change(ccio, 0, rec -> rec.with("tokens", new JsonNumber("571.0")));
        bridge.add(ccio.getFirst().with("tokens", new JsonNumber("571")));
        assertFound();
        bridge.add(ccio.getFirst().with("tokens", new JsonNumber("571.1")));
        assertFound(FindingCode.DUPLICATE_ID);
    }

    @Test
    void aChildBeforeItsParent() {
        change(ccio, 0, rec -> rec.at("2026-02-25T12:00:00Z"));
        assertFound(FindingCode.CHILD_BEFORE_PARENT);
    }

    @Test
    void aForeignCorrelationInTheMiddle() {
        change(quintet, 0, rec -> rec.correlation("corr_2"));
        assertFound(FindingCode.FOREIGN_CORRELATION);
    }

    /// A run of Quintet over one chain's episodes may pass that chain on, or be the root of its own.
    @Test
    void aRecommendationUnderItsOwnRunIsARoot() {
        String run = quintet.getFirst().json().string("receipt_id").orElseThrow();
        change(quintet, 0, rec -> rec.correlation(run));
        change(ccio, 0, rec -> rec.correlation(run));
        try (EvidenceIndex index = index()) {
            assertThat(codes(new Queries(index).dag(null))).containsExactly(FindingCode.EXTERNAL);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aForeignCorrelationAtTheEnd() {
        change(ccio, 0, rec -> rec.correlation("corr_2"));
        assertFound(FindingCode.FOREIGN_CORRELATION);
    }

    @Test
    void aParentOutsideTheChainIsExternalAndNoFault() {
        ccio.add(Rec.of("ccio:ep_abc123", "EPISODE").correlation("corr_9"));
        change(quintet, 0, rec -> rec.parents("assay:r_1", "agentmesh:evt_000007", "ccio:ep_abc123"));
        assertFound(FindingCode.EXTERNAL);
        try (EvidenceIndex index = index()) {
            assertThat(new Queries(index).dag(CHAIN).exitCode()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anIdThatTwoStoresHoldIsAmbiguousFromElsewhere() {
        EvidenceFolder files = files().add(
                        "mesh-b/events.jsonl",
                        Rec.of("agentmesh:evt_000007", "TASK_TRANSITION").task("task_2"),
                        Rec.of("agentmesh:evt_000008", "NOTE").parents("evt_000007"));
        try (EvidenceIndex index = files.index()) {
            Answer dag = new Queries(index).dag(null);
            assertThat(codes(dag)).containsExactly(FindingCode.AMBIGUOUS_PARENT);
            assertThat(dag.findings()).hasSize(2);
            Answer why = new Queries(index).why("agentmesh:evt_000007", 20);
            assertThat(why.verdict()).isEqualTo(Verdict.AMBIGUOUS);
            assertThat(why.result().array("stores").orElseThrow().toString()).isEqualTo("[\"agentmesh\",\"mesh-b\"]");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertFound(FindingCode... codes) {
        try (EvidenceIndex index = index()) {
            for (Answer answer : List.of(new Queries(index).dag(CHAIN), new Queries(index).trace(CHAIN))) {
                assertThat(codes(answer)).containsExactlyInAnyOrder(codes);
                boolean faultless = codes.length == 0 || codes[0] == FindingCode.EXTERNAL;
                assertThat(answer.exitCode()).isEqualTo(faultless ? 0 : 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<FindingCode> codes(Answer answer) {
        Set<FindingCode> codes = new LinkedHashSet<>();
        answer.findings().forEach(finding -> codes.add(finding.code()));
        return codes;
    }

    private static void change(List<Rec> file, int line, UnaryOperator<Rec> change) {
        file.set(line, change.apply(file.get(line)));
    }

    private EvidenceIndex index() {
        return files().index();
    }

    private EvidenceFolder files() {
        return new EvidenceFolder(directory)
                .add("ccio/policy.jsonl", ccio.toArray(Rec[]::new))
                .add("quintet/recs.jsonl", quintet.toArray(Rec[]::new))
                .add("assay/trace.jsonl", bridge.toArray(Rec[]::new))
                .add("agentmesh/events.jsonl", mesh.toArray(Rec[]::new));
    }

    private static List<String> ids(Answer answer) {
        return answer.path().stream().map(line -> line.found().id().toString()).toList();
    }
}
