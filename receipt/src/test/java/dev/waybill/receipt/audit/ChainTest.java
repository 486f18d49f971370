package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.key.KeySet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainTest {

    private static final Digest NOWHERE = Digest.of("nowhere".getBytes(StandardCharsets.UTF_8));

    @Test
    void aChainThatFollowsTheCommitOrderAcrossBranchesHolds() {
        History history = History.of("run")
                .step("a")
                .step("left", "a")
                .step("right", "a")
                .step("left2", "left")
                .step("join", "left2", "right");
        assertThat(findings(history.texts())).isEmpty();
    }

    @Test
    void aReceiptThatFollowsAnUnknownOneIsAnErrorWithoutASummary() {
        History history = History.of("run").step("a").following(NOWHERE).step("b", "a");
        AuditReport report = audit(history.texts());
        Finding broken = only(report, FindingCode.HASH_CHAIN_BROKEN);
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(broken.receipt()).isEqualTo(history.ref("b"));
        assertThat(broken.message()).contains(NOWHERE.toString());
    }

    @Test
    void aHoleThatTheSummaryNamesByDigestIsAGap() {
        History history = History.of("run").step("a").step("b", "a").step("c", "b");
        List<String> set = history.textsWithout("b");
        set.add(history.summary(s -> {
                    s.root = null;
                    s.count = null;
                    s.commitLog = null;
                })
                .compact());
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).contains("HASH_CHAIN_BROKEN gap", "RECEIPT_MISSING gap");
    }

    @Test
    void aHoleThatTheSummaryMayNameByIdIsAGap() {
        History history = History.of("run").step("a").step("b", "a").step("c", "b");
        List<String> ids = history.issued().stream().map(r -> "rid:" + r.id()).toList();
        List<String> set = history.textsWithout("b");
        set.add(history.summary(s -> s.onlyRefs(ids)).compact());
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).contains("HASH_CHAIN_BROKEN gap");
    }

    @Test
    void aHoleThatNoSummaryKnowsOfIsAnErrorEvenBesideASummary() {
        History history = History.of("run").step("a").following(NOWHERE).step("b", "a");
        AuditReport report = audit(history.with(history.summary(s -> s.commitLog = null)));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(only(report, FindingCode.HASH_CHAIN_BROKEN).severity()).isEqualTo(Severity.ERROR);
    }

    @Test
    void aReceiptWhoseKeyIsUnknownLeavesAGapInTheChainAndNoContradiction() {
        History history = History.of("run")
                .step("a")
                .by("worker")
                .step("b", "a")
                .by("orchestrator")
                .step("c", "b");
        KeySet keys = Keys.of("orchestrator");
        AuditReport report = audit(history.texts(), keys);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report))
                .containsExactly("E_KEY_NOT_FOUND gap", "E_WORKFLOW_PARENT_NOT_FOUND gap", "HASH_CHAIN_BROKEN gap");
    }

    @Test
    void twoSuccessorsOfOneReceiptAreToldBoth() {
        History history = History.of("run").step("a");
        Digest a = history.receipt("a").ref();
        history.step("b", "a").following(a).step("c", "a");
        AuditReport report = audit(history.texts());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).containsExactly("HASH_CHAIN_FORK error", "HASH_CHAIN_FORK error");
        assertThat(report.findings())
                .allSatisfy(finding -> assertThat(finding.message()).contains("one of 2", a.toString()));
    }

    @Test
    void aChainThatContinuesAnotherWorkflowIsBroken() {
        History other = History.of("other").step("x");
        History history = History.of("run").following(other.receipt("x").ref()).step("a");
        AuditReport report = audit(Audits.all(history.texts(), other.texts()));
        assertThat(only(report, FindingCode.HASH_CHAIN_BROKEN).message())
                .contains(other.id().value());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aWorkflowWithoutAChainNeedsNone() {
        History history = History.of("run").unchained().step("a").step("b", "a");
        assertThat(findings(history.with(history.summary(s -> s.commitLog = null))))
                .isEmpty();
    }

    @Test
    void aCutTailShows() {
        History history = History.of("run").step("a").step("b", "a").step("c", "b");
        List<String> set = history.textsWithout("c");
        set.add(history.summary(s -> s.refs = null).compact());
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(only(report, FindingCode.CUT_TAIL).message()).contains(history.ref("c"));
    }

    @Test
    void aTailThatWasCutBeforeTheSummaryWasSignedShowsByAnEarlierSummary() {
        History history = History.of("run").step("a").step("b", "a").step("c", "b");
        var earlier = history.summary(SummaryDraft::open);
        History shorter = History.of("run").step("a").step("b", "a");
        List<String> set = shorter.with(shorter.summary(s -> s.issuedAt = history.now() + 1), earlier);
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).contains("SUMMARY_INCONSISTENT error", "CUT_TAIL gap", "RECEIPT_MISSING gap");
    }

    @Test
    void anotherOrderThanTheSignedOneIsAnError() {
        History history = History.of("run").step("a").step("b", "a").step("c", "a");
        History reordered = History.of("run").step("a").step("c", "a").step("b", "a");
        AuditReport report = audit(history.with(history.summary(s -> s.commitLog =
                new CommitLog(history.receipt("c").ref(), reordered.commitLog().root(), 3))));
        assertThat(findings(report)).containsExactly("COMMIT_LOG_MISMATCH error");
    }

    @Test
    void aCommitLogOverFewerReceiptsThanTheChainHasIsAnError() {
        History history = History.of("run").step("a").step("b", "a").step("c", "b");
        AuditReport report = audit(history.with(history.summary(s -> s.commitLog =
                new CommitLog(history.receipt("c").ref(), history.commitLog().root(), 2))));
        assertThat(findings(report)).contains("COMMIT_LOG_MISMATCH error");
    }

    @Test
    void aCommitLogThatCoversLessThanTheCommitmentIsAnError() {
        History history = History.of("run").step("a").step("b", "a");
        var shortLog = history.commitLog();
        history.step("c", "b");
        assertThat(findings(history.with(history.summary(s -> s.commitLog = shortLog))))
                .containsExactly("COMMIT_LOG_MISMATCH error");
    }
}
