package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.jws.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GraphTest {

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aForkThatJoinsAgainIsVerified(Wire wire) {
        History history = History.of("run")
                .on(wire)
                .step("plan")
                .step("search", "plan")
                .step("read", "plan")
                .step("write", "search", "read");
        AuditReport report = audit(history.withSummary());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.findings()).isEmpty();
        assertThat(report.workflows().getFirst().complete()).isTrue();
        assertThat(report.headline()).isEqualTo("5 of 5 receipts valid, complete");
    }

    @Test
    void aCycleIsToldWithItsPathFromItsFirstStepByName() {
        History history = History.of("run")
                .unchained()
                .step("root")
                .step("c", "b", "root")
                .step("a", "c")
                .step("b", "a");
        Finding cycle = only(audit(history.texts()), FindingCode.E_WORKFLOW_CYCLE_DETECTED);
        assertThat(cycle.severity()).isEqualTo(Severity.ERROR);
        assertThat(cycle.receipt()).isEqualTo(history.ref("a"));
        assertThat(cycle.message()).startsWith("3 steps are their own ancestors: ");
        assertThat(path(cycle)).containsExactly("a", "c", "b", "a");
    }

    @Test
    void stepsBehindACycleAreNotPartOfIt() {
        History history = History.of("run")
                .unchained()
                .step("a", "b")
                .step("b", "a")
                .step("c", "b")
                .step("d", "c");
        Finding cycle = only(audit(history.texts()), FindingCode.E_WORKFLOW_CYCLE_DETECTED);
        assertThat(path(cycle)).containsExactly("a", "b", "a");
    }

    @Test
    void everyCycleIsTold() {
        History history = History.of("run")
                .unchained()
                .step("a", "b")
                .step("b", "a")
                .step("x", "z")
                .step("y", "x")
                .step("z", "y");
        AuditReport report = audit(history.texts());
        assertThat(findings(report))
                .containsExactly("E_WORKFLOW_CYCLE_DETECTED error", "E_WORKFLOW_CYCLE_DETECTED error");
        assertThat(report.findings().stream().map(GraphTest::path))
                .containsExactlyInAnyOrder(List.of("a", "b", "a"), List.of("x", "z", "y", "x"));
    }

    @Test
    void aLongCycleIsShownInPart() {
        History history = History.of("run").unchained().step("s000", "s099");
        for (int i = 1; i < 100; i++) {
            history.step("s%03d".formatted(i), "s%03d".formatted(i - 1));
        }
        Finding cycle = only(audit(history.texts()), FindingCode.E_WORKFLOW_CYCLE_DETECTED);
        assertThat(cycle.message()).startsWith("100 steps").contains(" <- … <- ");
        assertThat(cycle.message().length()).isLessThan(1_000);
    }

    @Test
    void aCycleThroughAProgressReceiptIsACycle() {
        History history =
                History.of("run").step("a", "b").step("b", "c").step("c").step("c", "a");
        assertThat(findings(history.texts())).contains("E_WORKFLOW_CYCLE_DETECTED error");
    }

    @Test
    void aMissingParentIsAGapOnEachReceiptThatNamesIt() {
        History history = History.of("run")
                .unchained()
                .step("plan")
                .step("a", "lost", "plan")
                .step("b", "lost");
        AuditReport report = audit(history.texts());
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report))
                .containsExactly("E_WORKFLOW_PARENT_NOT_FOUND gap", "E_WORKFLOW_PARENT_NOT_FOUND gap");
        assertThat(report.findings().stream().map(Finding::receipt))
                .containsExactlyInAnyOrder(history.ref("a"), history.ref("b"));
    }

    @Test
    void aParentInAnotherWorkflowIsAnError() {
        History other = History.of("other").step("foreign");
        History history = History.of("run").step("plan").step("a", "foreign");
        AuditReport report = audit(Audits.all(history.texts(), other.texts()));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).containsExactly("MIXED_WORKFLOW_ID error", "MIXED_WORKFLOW_ID warning");
        assertThat(report.findings().getFirst().message()).contains(other.id().value());
    }

    @Test
    void aStepThatOnlyAnotherWorkflowHasIsNoParentHere() {
        History other = History.of("other").step("same");
        History history = History.of("run").step("same").step("a", "same");
        assertThat(findings(Audits.all(history.texts(), other.texts()))).containsExactly("MIXED_WORKFLOW_ID warning");
    }

    @Test
    void theGraphTellsEachStepOnce() {
        History history = History.of("run")
                .step("plan")
                .step("a", "plan")
                .step("a", "plan")
                .step("b", "a");
        EvidenceGraph graph = audit(history.texts()).graph();
        assertThat(graph.size()).isEqualTo(3);
        assertThat(graph.steps())
                .extracting(EvidenceGraph.Step::ref)
                .containsExactly(history.ref("plan"), history.ref("a"), history.ref("b"));
    }

    private static List<String> path(Finding cycle) {
        String path = cycle.message().substring(cycle.message().indexOf(": ") + 2);
        return List.of(path.replace("step_", "").replace("_", "").split(" <- "));
    }
}
