package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SummaryTest {

    private static History two() {
        return History.of("run").step("a").step("b", "a");
    }

    private static WorkflowError error(String step) {
        return new WorkflowError(History.stepId(step), "TIMEOUT", "took too long");
    }

    @ParameterizedTest
    @EnumSource(
            value = WorkflowStatus.class,
            names = {"COMPLETED", "CANCELLED"})
    void aFinalSummaryOfAnyEndIsVerified(WorkflowStatus status) {
        History history = two();
        AuditReport report = audit(history.with(history.summary(s -> s.status = status)));
        assertThat(report.findings()).isEmpty();
        assertThat(report.workflows().getFirst().status()).isEqualTo(status.wire());
    }

    @Test
    void aFailedSummaryNamesAStepThatIsHere() {
        History history = two();
        assertThat(findings(history.with(history.summary(s -> {
                    s.status = WorkflowStatus.FAILED;
                    s.error = error("b");
                }))))
                .isEmpty();
    }

    @Test
    void aFailedStepWithoutAReceiptIsAGap() {
        History history = two();
        AuditReport report = audit(history.with(history.summary(s -> {
            s.status = WorkflowStatus.FAILED;
            s.error = error("nowhere");
        })));
        assertThat(findings(report)).containsExactly("FAILED_STEP_NOT_FOUND gap");
    }

    @Test
    void aFailedStepThatIsOnlyNamedAsAParentHasNoReceipt() {
        History history = History.of("run").step("b", "a");
        assertThat(findings(history.with(history.summary(s -> {
                    s.status = WorkflowStatus.FAILED;
                    s.error = error("a");
                }))))
                .containsExactly("E_WORKFLOW_PARENT_NOT_FOUND gap", "FAILED_STEP_NOT_FOUND gap");
    }

    @Test
    void aFailureWithoutItsErrorIsImprecise() {
        History history = two();
        assertThat(findings(history.with(history.summary(s -> s.status = WorkflowStatus.FAILED))))
                .containsExactly("SUMMARY_IMPRECISE warning");
    }

    @Test
    void theSameSummaryTwiceIsReplayed() {
        History history = two();
        Receipt summary = history.summary();
        AuditReport report = audit(history.with(summary, summary));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("SUMMARY_REPLAYED warning");
    }

    @Test
    void twoFinalSummariesThatDifferAreRivals() {
        History history = two();
        AuditReport report =
                audit(history.with(history.summary(), history.summary(s -> s.status = WorkflowStatus.CANCELLED)));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).containsExactly("SUMMARY_RIVAL error", "SUMMARY_RIVAL error");
    }

    @Test
    void aFinalSummaryThatWasSignedAgainToTheSameEffectIsAWarning() {
        History history = two();
        Receipt first = history.summary();
        Receipt again = history.summary(s -> s.expiresAt = Instant.ofEpochSecond(Keys.NOW + 1_000));
        AuditReport report = audit(history.with(first, again));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("SUMMARY_RIVAL warning", "SUMMARY_RIVAL warning");
    }

    @Test
    void twoIssuersWhoBothEndAWorkflowAreRivalsWhateverTheySay() {
        History history = two();
        Receipt first = history.summary();
        Receipt second = history.by("worker").summary();
        assertThat(findings(history.with(first, second))).contains("SUMMARY_RIVAL error");
    }

    @Test
    void anExpiredSummaryIsAWarning() {
        History history = two();
        AuditReport report =
                audit(history.with(history.summary(s -> s.expiresAt = Instant.ofEpochSecond(Keys.NOW - 1))));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("SUMMARY_EXPIRED warning");
    }

    @Test
    void aGrowingRunSignsPrefixesOfOneChain() {
        History history = two();
        Receipt first = history.summary(SummaryDraft::open);
        history.step("c", "b");
        Receipt second = history.summary(SummaryDraft::open);
        history.step("d", "c");
        Receipt last = history.summary();
        assertThat(findings(history.with(first, second, last))).isEmpty();
        assertThat(findings(history.with(last, second, first))).isEmpty();
        assertThat(findings(history.with(second, first))).containsExactly("SUMMARY_OPEN info");
    }

    @Test
    void anEarlierSummaryOfAnotherPastIsInconsistent() {
        History told = History.of("run").step("a").step("x", "a");
        Receipt earlier = told.summary(s -> s.open().onlyRoot().commitLog = told.commitLog());
        History history = two().step("c", "b");
        AuditReport report = audit(history.with(history.summary(), earlier));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).containsExactly("COMMIT_LOG_MISMATCH error", "MERKLE_ROOT_MISMATCH error");
        assertThat(findings(Audits.all(
                        history.with(history.summary(), earlier),
                        List.of(told.receipt("x").compact()))))
                .contains("COMMIT_LOG_MISMATCH error", "HASH_CHAIN_FORK error", "RECEIPT_NOT_COMMITTED error");
    }

    @Test
    void twoSummariesOfEqualSizeSignForTheSameReceipts() {
        History history = two();
        Receipt open = history.summary(s -> s.open().onlyRoot().root = Digest.of(new byte[2]));
        assertThat(findings(history.with(open, history.summary())))
                .containsExactly("MERKLE_ROOT_MISMATCH error", "SUMMARY_INCONSISTENT error");
    }

    @Test
    void aFinalRunDoesNotGoOn() {
        History history = two();
        Receipt last = history.summary();
        Receipt open = history.summary(s -> s.open().issuedAt += 60);
        assertThat(findings(history.with(last, open))).containsExactly("SUMMARY_INCONSISTENT error");
    }

    @Test
    void aReceiptThatOnlyAnEarlierSummaryNamesIsMissing() {
        History history = two().step("c", "b");
        Receipt earlier = history.summary(s -> s.open().onlyRefs(List.of(history.ref("c"))));
        History later = two();
        AuditReport report = audit(later.with(earlier, later.summary(s -> s.issuedAt += 60)));
        assertThat(findings(report)).containsExactly("RECEIPT_MISSING gap");
    }

    @Test
    void aSummaryOfSomebodyElseIsAWarning() {
        History history = two();
        Receipt summary = history.by("worker").summary();
        AuditReport report = audit(history.with(summary));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("SUMMARY_FOREIGN warning");
    }

    @Test
    void anAgentThatIsNotListedIsAWarning() {
        History history = two();
        AuditReport report = audit(history.with(history.summary(s -> s.agents = List.of("agent:somebody"))));
        Finding finding = only(report, FindingCode.AGENT_NOT_LISTED);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(finding.message()).contains("agent:orchestrator");
        assertThat(finding.receipt()).isEqualTo(history.ref("a"));
    }

    @Test
    void anAgentMayBeListedByTheDigestOfItsName() {
        String digest =
                Digest.of("agent:orchestrator".getBytes(StandardCharsets.UTF_8)).toString();
        History history = two();
        assertThat(findings(history.with(history.summary(s -> s.agents = List.of(digest)))))
                .isEmpty();
    }

    @Test
    void onlySummariesSayThatTheReceiptsAreMissing() {
        History history = two();
        AuditReport report = audit(List.of(history.summary().compact()));
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report))
                .containsExactly("CUT_TAIL gap", "RECEIPT_MISSING gap", "RECEIPT_MISSING gap", "RECEIPT_MISSING gap");
        assertThat(report.counts().summaries()).isEqualTo(1);
    }

    @Test
    void summariesThatDoNotFitIntoMemoryAreCountedAndSaid() {
        History history = two();
        Receipt summary = history.summary();
        var summaries = new Summaries(summary.compact().length() + 10L);
        summaries.add(summary, Objects.requireNonNull(summary.summary()));
        summaries.add(summary, Objects.requireNonNull(summary.summary()));
        summaries.settle();
        assertThat(summaries.left()).isEqualTo(1);
        assertThat(summaries.of(history.id().value())).hasSize(1);
    }
}
