package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What one workflow signs about another must be what the other one says.
class HandOverTest {

    private final Family family = new Family(1);
    private final History child = family.children.getFirst();

    @Test
    void aParentWithItsChildIsComplete() {
        AuditReport report = audit(family.texts());
        assertThat(report.findings()).isEmpty();
        assertThat(report.headline()).isEqualTo("8 of 8 receipts valid, complete");
    }

    @Test
    void aParentWithoutItsChildIsPartialAndNamesIt() {
        AuditReport report = audit(family.parentTexts());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.headline())
                .isEqualTo("4 of 4 receipts valid, partial: child workflow " + child.id() + " is not here");
        assertThat(report.workflows().getFirst().complete()).isTrue();
    }

    @Test
    void aChildWithoutItsCallerIsPartialAndNamesIt() {
        AuditReport report = audit(child.with(family.summaries.getFirst()));
        assertThat(findings(report)).containsExactly("LINK_NOT_FOUND info");
        assertThat(report.headline())
                .isEqualTo("4 of 4 receipts valid, partial: it was started by receipt " + family.parent.ref("outchild0")
                        + ", which is not here");
        assertThat(report.workflows().getFirst().complete()).isTrue();
    }

    @Test
    void aShortenedChildUnderASummaryThatWasSignedAgainIsFound() {
        History shortened = History.of("child0").after(100);
        shortened.step(
                "begin",
                context -> context.orchestratorReceiptRef(family.parent.ref("outchild0")),
                draft -> draft.extension(
                        ReceiptDraft.STEP_TYPE,
                        Family.step(
                                "child",
                                "from",
                                Family.of(family.parent.id().value())
                                        .with("receipt", Family.text(family.parent.ref("outchild0"))))));
        AuditReport report = audit(Audits.all(family.parentTexts(), shortened.withSummary()));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(only(report, FindingCode.LINK_MISMATCH).message())
                .contains("ended with summary " + family.summaries.getFirst().ref());
    }

    @Test
    void aChildWithoutTheSummaryThatCameBackIsAGap() {
        AuditReport none = audit(Audits.all(family.parentTexts(), child.texts()));
        assertThat(none.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(none)).containsExactly("CHILD_SUMMARY_MISSING gap");
        AuditReport open =
                audit(Audits.all(family.parentTexts(), child.with(child.summary(s -> s.open().issuedAt -= 1))));
        assertThat(findings(open)).containsExactly("CHILD_SUMMARY_MISSING gap", "SUMMARY_OPEN info");
    }

    @Test
    void aChildThatNamesAnotherCallerIsNotTheOneThatWasSent() {
        History stranger = History.of("child0")
                .after(100)
                .step("begin", context -> context.orchestratorReceiptRef(family.parent.ref("plan")));
        AuditReport report = audit(Audits.all(family.parentTexts(), stranger.texts()));
        assertThat(report.findings())
                .filteredOn(finding -> finding.code().equals("LINK_MISMATCH"))
                .extracting(Finding::message)
                .singleElement()
                .asString()
                .endsWith("which names another receipt as its caller");
    }

    @Test
    void aChildThatNamesNobodyIsNotTheOneThatWasSent() {
        History silent = History.of("child0").after(100).step("begin");
        assertThat(findings(Audits.all(family.parentTexts(), silent.withSummary())))
                .contains("LINK_MISMATCH error");
        assertThat(findings(Audits.all(family.parentTexts(), silent.texts()))).contains("LINK_MISMATCH gap");
    }

    @Test
    void aWorkflowThatWasNeverSentHasNoCaller() {
        History impostor = History.of("impostor").after(100);
        String out = family.parent.ref("outchild0");
        impostor.step(
                "begin",
                context -> context.orchestratorReceiptRef(out),
                draft -> draft.extension(
                        ReceiptDraft.STEP_TYPE,
                        Family.step(
                                "child",
                                "from",
                                Family.of(family.parent.id().value()).with("receipt", Family.text(out)))));
        AuditReport report = audit(Audits.all(family.texts(), impostor.withSummary()));
        assertThat(only(report, FindingCode.LINK_MISMATCH).message())
                .endsWith("which handed over to " + child.id().value());
    }

    @Test
    void aCallerThatItsWorkflowDoesNotHoldWasNeverThere() {
        History orphan = History.of("orphan").after(100);
        Family.signed(
                orphan,
                "begin",
                "child",
                "from",
                Family.of(family.parent.id().value()).with("receipt", Family.text("sha256:" + "0".repeat(64))));
        assertThat(findings(Audits.all(family.texts(), orphan.withSummary()))).contains("LINK_MISMATCH error");
    }

    private static History fork(History source, String receipt, long count) {
        History fork = History.of("fork").after(500);
        return Family.signed(
                fork,
                "begin",
                "fork",
                "from",
                Family.of(source.id().value())
                        .with("receipt", Family.text(receipt))
                        .with("receipt_count", count));
    }

    @Test
    void aForkWithoutWhatItContinuesIsPartial() {
        History source = History.of("source").step("a").step("b", "a").step("c", "b");
        History fork = fork(source, source.ref("b"), 2);
        assertThat(audit(fork.withSummary()).headline())
                .contains("partial: it continues workflow " + source.id().value());
        AuditReport together = audit(Audits.all(source.withSummary(), fork.withSummary()));
        assertThat(together.completeness().isComplete()).isTrue();
    }

    @Test
    void aForkContinuesExactlyTheReceiptsThatItSays() {
        History source = History.of("source").step("a").step("b", "a").step("c", "b");
        for (History fork : List.of(
                fork(source, source.ref("b"), 3),
                fork(source, "sha256:" + "0".repeat(64), 2),
                fork(family.parent, source.ref("b"), 2))) {
            AuditReport report = audit(Audits.all(source.withSummary(), fork.withSummary()));
            assertThat(report.verdict()).as(findings(report).toString()).isEqualTo(Verdict.BROKEN);
            assertThat(findings(report)).contains("LINK_MISMATCH error");
        }
    }

    @Test
    void aRivalSummaryOfAChildIsFoundFromBothEnds() {
        Receipt rival = child.summary(s -> s.agents = List.of());
        assertThat(findings(Audits.all(family.parentTexts(), child.with(rival))))
                .contains("LINK_MISMATCH error");
    }
}
