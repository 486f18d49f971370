package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class StepTest {

    private static UnaryOperator<WorkflowContext.Builder> numbered(long index, long total) {
        return context -> context.stepIndex(index).stepTotal(total);
    }

    private static UnaryOperator<WorkflowContext.Builder> numbered(long index) {
        return context -> context.stepIndex(index);
    }

    @Test
    void progressReceiptsOfAStepAreChainedAndNameTheSameParents() {
        History history =
                History.of("run").step("a").step("b", "a").step("b", "a").step("b", "a");
        assertThat(findings(history.withSummary())).isEmpty();
    }

    @Test
    void progressMayComeBetweenTheReceiptsOfOtherBranches() {
        History history = History.of("run")
                .step("a")
                .step("b", "a")
                .step("c", "a")
                .step("b", "a")
                .step("d", "c")
                .step("b", "a");
        assertThat(findings(history.withSummary())).isEmpty();
    }

    @Test
    void twoReceiptsOfAStepThatNoChainLinksAreADuplicate() {
        History history = History.of("run").unchained().step("a").step("a");
        AuditReport report = audit(history.texts());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(only(report, FindingCode.DUPLICATE_STEP).message()).contains("2 receipts", "no chain");
    }

    @Test
    void twoChainsDoNotLinkTheReceiptsOfAStep() {
        History history = History.of("run").step("a").following(null).step("b").step("a");
        assertThat(findings(history.texts())).containsExactly("DUPLICATE_STEP error");
    }

    @Test
    void aHoleInTheChainDoesNotMakeProgressADuplicate() {
        History history = History.of("run").step("a").step("b", "a").step("a");
        var set = history.textsWithout("b");
        set.add(history.summary().compact());
        assertThat(audit(set).verdict()).isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void progressWithOtherParentsIsADuplicate() {
        History history =
                History.of("run").step("a").step("b", "a").step("c", "a").step("c", "b");
        AuditReport report = audit(history.texts());
        assertThat(only(report, FindingCode.DUPLICATE_STEP).message()).contains("different parents");
    }

    @Test
    void theOrderOfParentsDoesNotMatter() {
        History history =
                History.of("run").step("a").step("b").step("c", "a", "b").step("c", "b", "a");
        assertThat(findings(history.texts())).isEmpty();
    }

    @Test
    void theSameReceiptTwiceIsCountedOnceAndSaid() {
        History history = History.of("run").step("a").step("b", "a");
        var set = Audits.all(history.withSummary(), List.of(history.receipt("a").compact()));
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("DUPLICATE_RECEIPT warning");
        assertThat(report.counts().duplicates()).isEqualTo(1);
    }

    @Test
    void stepNumbersWithoutHolesHold() {
        History history = History.of("run").step("a", numbered(0, 2)).step("b", numbered(1, 2), "a");
        assertThat(findings(history.withSummary())).isEmpty();
    }

    @Test
    void aHoleInTheStepNumbersIsAGap() {
        History history = History.of("run").step("a", numbered(0, 4)).step("d", numbered(3, 4), "a");
        AuditReport report = audit(history.texts());
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(only(report, FindingCode.STEP_INDEX_GAP).message()).contains("step_index 1 to 2");
    }

    @Test
    void aMissingEndIsAGap() {
        History history = History.of("run").step("a", numbered(0, 2));
        assertThat(only(audit(history.texts()), FindingCode.STEP_INDEX_GAP).message())
                .contains("step_index 1");
    }

    @Test
    void aHoleIsOnlyOddWhenTheSummaryShowsThatNothingIsMissing() {
        History history = History.of("run").step("a", numbered(0, 3)).step("c", numbered(2, 3), "a");
        AuditReport report = audit(history.withSummary());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("STEP_INDEX_GAP warning");
    }

    @Test
    void stepsThatAFailedOrOpenRunNeverReachedAreNotMissing() {
        History history = History.of("run").step("a", numbered(0, 3)).step("b", numbered(1, 3), "a");
        assertThat(findings(history.with(history.summary(SummaryDraft::open)))).containsExactly("SUMMARY_OPEN info");
        assertThat(findings(history.with(history.summary(s -> s.status = WorkflowStatus.CANCELLED))))
                .isEmpty();
    }

    @Test
    void aRepeatedNumberIsAWarning() {
        History history = History.of("run").step("a", numbered(0)).step("b", numbered(0), "a");
        assertThat(findings(history.texts())).containsExactly("STEP_INDEX_REPEATED warning");
    }

    @Test
    void progressReceiptsShareTheirNumber() {
        History history = History.of("run").step("a", numbered(0)).step("a", numbered(0));
        assertThat(findings(history.texts())).isEmpty();
    }

    @Test
    void aNumberBeyondTheTotalIsAWarning() {
        History history = History.of("run").step("a", numbered(0, 1)).step("b", numbered(1, 1), "a");
        assertThat(findings(history.texts())).containsExactly("STEP_TOTAL_MISMATCH warning");
    }

    @Test
    void twoTotalsAreAWarning() {
        History history = History.of("run")
                .step("a", numbered(0, 2))
                .step("b", numbered(1, 3), "a")
                .step("c", numbered(2), "b");
        assertThat(only(audit(history.texts()), FindingCode.STEP_TOTAL_MISMATCH).message())
                .contains("2 on some receipts and 3 on others");
    }

    @Test
    void hugeNumbersAreExactAndCostNothing() {
        long huge = 1L << 31;
        History history = History.of("run").step("a", numbered(huge)).step("b", numbered(huge + 1), "a");
        AuditReport report = audit(history.texts());
        assertThat(only(report, FindingCode.STEP_INDEX_GAP).message()).contains("step_index 0 to " + (huge - 1));
        assertThat(findings(report)).hasSize(1);
        assertThat(findings(
                        History.of("run").step("a", numbered(0, (1L << 53) - 1)).texts()))
                .containsExactly("STEP_INDEX_GAP gap");
    }
}
