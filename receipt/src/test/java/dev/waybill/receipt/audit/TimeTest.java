package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeTest {

    @Test
    void aStepBeforeItsParentIsAWarningWithinTheSkew() {
        History history = History.of("run").unchained().step("a").after(-301).step("b", "a");
        AuditReport report = audit(history.texts());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        Finding finding = only(report, FindingCode.TEMPORAL_ORDER);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.message())
                .contains("300 s before its parent " + History.stepId("a").value());
        assertThat(finding.receipt()).isEqualTo(history.ref("b"));
    }

    @Test
    void aStepBeforeItsParentIsAnErrorBeyondTheSkew() {
        History history = History.of("run").unchained().step("a").after(-302).step("b", "a");
        assertThat(findings(history.texts())).containsExactly("TEMPORAL_ORDER error");
    }

    @Test
    void aReceiptBeforeTheOneThatItFollowsIsToldOnce() {
        History history = History.of("run").step("a").after(-400).step("b", "a");
        assertThat(findings(history.texts())).containsExactly("TEMPORAL_ORDER error");
    }

    @Test
    void theChainBindsTimeAcrossBranches() {
        History history = History.of("run").step("a").step("b", "a").after(-400).step("c");
        assertThat(findings(history.texts())).containsExactly("TEMPORAL_ORDER error");
    }

    @Test
    void equalTimesAreInOrder() {
        History history = History.of("run").step("a").after(-1).step("b", "a");
        assertThat(findings(history.withSummary())).isEmpty();
    }

    @Test
    void aStepMayBeginWhileItsParentStillReports() {
        History history = History.of("run").unchained().step("a").after(10).step("b", "a");
        assertThat(findings(history.texts())).isEmpty();
        History streaming =
                History.of("run").step("a").step("b", "a").after(1_000).step("a");
        assertThat(findings(streaming.texts())).isEmpty();
        assertThat(findings(streaming.texts().reversed())).isEmpty();
    }

    @Test
    void stepsOnACycleHaveNoOrderOfTime() {
        History history =
                History.of("run").unchained().step("a", "b").after(1_000).step("b", "a");
        assertThat(findings(history.texts())).containsExactly("E_WORKFLOW_CYCLE_DETECTED error");
    }

    @Test
    void aFinalSummaryBeforeItsReceiptsIsAContradiction() {
        History history = History.of("run").step("a").after(1_000).step("b", "a");
        List<String> early = history.with(history.summary(s -> s.issuedAt -= 302));
        assertThat(findings(early)).containsExactly("TEMPORAL_ORDER error");
        List<String> skewed = history.with(history.summary(s -> s.issuedAt -= 301));
        assertThat(findings(skewed)).containsExactly("TEMPORAL_ORDER warning");
    }

    @Test
    void anExpiredReceiptIsAWarningWhenASummaryVouchedForItInTime() {
        History history = History.of("run").step("a");
        AuditOptions later = AuditOptions.at(Keys.NOW + 11L * 365 * 24 * 3600);
        AuditReport report = audit(history.withSummary(), Keys.known(), later);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("RECEIPT_EXPIRED warning", "SUMMARY_EXPIRED warning");
    }

    @Test
    void anExpiredReceiptThatNobodyVouchedForIsAGap() {
        History history = History.of("run").step("a");
        AuditOptions later = AuditOptions.at(Keys.NOW + 11L * 365 * 24 * 3600);
        assertThat(findings(audit(history.texts(), Keys.known(), later))).containsExactly("RECEIPT_EXPIRED gap");
    }

    /// A receipt says that the clock went back, by as much as it did.
    private static History setBack(long claimed, long actual) {
        History history = History.of("run").step("a");
        long from = history.now();
        history.after(-actual);
        return history.step(
                "clock",
                context -> context,
                draft -> draft.extension(
                        ReceiptDraft.STEP_TYPE,
                        JsonObject.builder()
                                .put("kind", "clock-step")
                                .put("clock_from", Instant.ofEpochSecond(from).toString())
                                .put(
                                        "clock_to",
                                        Instant.ofEpochSecond(from - claimed).toString())
                                .build()),
                "a");
    }

    @Test
    void aClockThatWasSetBackIsAReasonWhereAReceiptSaysSo() {
        History history = setBack(7_200, 7_200).step("b", "a").step("c", "b");
        assertThat(findings(history.texts())).containsOnly("TEMPORAL_ORDER info");
        assertThat(findings(history.texts().reversed())).containsOnly("TEMPORAL_ORDER info");
        assertThat(audit(history.withSummary()).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void aClockStepExplainsNoLargerJump() {
        History history = setBack(3_600, 7_200).step("b", "a");
        assertThat(findings(history.texts())).contains("TEMPORAL_ORDER error");
    }

    @Test
    void aClockStepOfAnotherWorkflowExplainsNothing() {
        History other = History.of("other").step("a").after(-400).step("b", "a");
        assertThat(findings(Audits.all(setBack(7_200, 7_200).texts(), other.texts())))
                .contains("TEMPORAL_ORDER error");
    }

    private static JsonObject told(Receipt receipt) {
        return receipt.extensions().object(ReceiptDraft.STEP_TYPE).orElse(JsonObject.EMPTY);
    }

    @Test
    void aClockThatRanAheadMadeReceiptsThatAreNotYetValid() {
        History history =
                History.of("run").step("a").after(20_000).step("b", "a").step("c", "b");
        AuditReport report = audit(history.withSummary());
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).contains("E_NOT_YET_VALID gap").allMatch(each -> !each.endsWith("error"));
        assertThat(report.completeness().isComplete()).isFalse();
    }

    @Test
    void aClockMayBeSetBackTwice() {
        ClockSteps steps = new ClockSteps();
        setBack(7_200, 7_200).issued().forEach(receipt -> steps.take(told(receipt), "wf"));
        setBack(400, 400).issued().forEach(receipt -> steps.take(told(receipt), "wf"));
        long from = History.of("run").now() + 1;
        assertThat(steps.explain("wf", from, from - 7_200)).isTrue();
        assertThat(steps.explain("wf", from + 2, from - 7_200)).isFalse();
        assertThat(steps.explain("wf", from, from - 7_201)).isFalse();
        assertThat(steps.explain("other", from, from - 1)).isFalse();
    }
}
