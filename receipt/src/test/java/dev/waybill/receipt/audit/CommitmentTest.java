package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommitmentTest {

    private static History three() {
        return History.of("run").step("a").step("b", "a").step("c", "b");
    }

    static Stream<Function<Receipt, String>> spellings() {
        return Stream.of(
                receipt -> receipt.ref().toString(),
                Receipt::id,
                receipt -> "rid:" + receipt.id(),
                receipt -> "jti:" + receipt.id(),
                receipt -> "urn:uuid:" + receipt.id());
    }

    private static List<String> refs(History history, Function<Receipt, String> spelling) {
        return history.issued().stream().map(spelling).toList();
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void everySpellingOfAReferenceIsResolved(Function<Receipt, String> spelling) {
        History history = three();
        AuditReport report = audit(history.with(history.summary(s -> s.onlyRefs(refs(history, spelling)))));
        assertThat(report.findings()).isEmpty();
        boolean byDigest = spelling.apply(history.receipt("a")).startsWith("sha256:");
        assertThat(report.workflows().getFirst().complete()).isEqualTo(byDigest);
        assertThat(report.workflows().getFirst().commitment()).isEqualTo(byDigest ? "refs" : "ids");
    }

    @Test
    void aSignedCountOfMoreReceiptsThanAreHereIsAGap() {
        History history = three();
        AuditReport report = audit(history.with(history.summary(s -> {
            s.onlyRefs(refs(history, receipt -> receipt.ref().toString()));
            s.count = 9L;
        })));
        assertThat(only(report, FindingCode.RECEIPT_MISSING).message())
                .isEqualTo("the summary commits to 9 receipts, 3 are here");
        assertThat(report.completeness().isComplete()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void aListThatNamesOneReceiptTwiceIsAGap(Function<Receipt, String> spelling) {
        History history = three();
        List<String> refs = new ArrayList<>(refs(history, spelling));
        refs.add(refs.getFirst());
        AuditReport report = audit(history.with(history.summary(s -> s.onlyRefs(refs))));
        assertThat(only(report, FindingCode.RECEIPT_MISSING).message())
                .isEqualTo("the summary names 4 receipts, and only 3 different ones");
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void aReferencedReceiptThatIsNotHereIsAGap(Function<Receipt, String> spelling) {
        History history = three();
        List<String> set = history.textsWithout("c");
        set.add(history.summary(s -> s.onlyRefs(refs(history, spelling))).compact());
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).containsExactly("RECEIPT_MISSING gap");
        assertThat(report.workflows().getFirst().complete()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void aReceiptThatTheReferencesLeaveOutIsAnError(Function<Receipt, String> spelling) {
        History history = three();
        List<String> refs = refs(history, spelling).subList(0, 2);
        AuditReport report = audit(history.with(history.summary(s -> s.onlyRefs(refs))));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(only(report, FindingCode.RECEIPT_NOT_COMMITTED).receipt()).isEqualTo(history.ref("c"));
    }

    @Test
    void anIdThatTwoReceiptsOfTheWorkflowBearIsAmbiguous() {
        History history = History.of("run").unchained().step("a");
        String id = history.receipt("a").id();
        Receipt twin = Keys.issuer("worker", Wire.V0_1)
                .issue(ReceiptDraft.builder(id, history.now())
                        .workflow(WorkflowContext.builder(history.id(), History.stepId("b"))
                                .parents(History.stepId("a"))
                                .build())
                        .build());
        Receipt summary = history.summary(s -> s.onlyRefs(List.of(id)));
        AuditReport report = audit(history.with(twin, summary));
        assertThat(findings(report)).containsExactly("RECEIPT_REF_AMBIGUOUS error");
    }

    @Test
    void aReferenceToAReceiptOfAnotherWorkflowIsAnError() {
        History other = History.of("other").step("x");
        History history = three();
        List<String> refs = new ArrayList<>(refs(history, r -> r.ref().toString()));
        refs.add(other.ref("x"));
        List<String> set = Audits.all(history.with(history.summary(s -> s.onlyRefs(refs))), other.texts());
        assertThat(findings(set)).containsExactly("MIXED_WORKFLOW_ID error", "MIXED_WORKFLOW_ID warning");
    }

    @Test
    void aSummaryThatNamesReceiptsByIdDoesNotBindTheirBytes() {
        History history = three();
        Receipt byId = history.summary(s -> s.onlyRefs(refs(history, Receipt::id)));
        History forged = History.of("run").step("a").step("b", "a").step("c", "a");
        AuditReport rewritten = audit(forged.with(byId));
        assertThat(rewritten.headline())
                .isEqualTo(
                        "4 of 4 receipts valid, partial: the summary names receipts by id only; their contents are not"
                                + " bound");
        assertThat(findings(forged.with(history.summary()))).contains("MERKLE_ROOT_MISMATCH error");
    }

    @Test
    void theMerkleRootAloneIsEnough() {
        History history = three();
        AuditReport report = audit(history.with(history.summary(SummaryDraft::onlyRoot)));
        assertThat(report.findings()).isEmpty();
        assertThat(report.workflows().getFirst().commitment()).isEqualTo("merkle");
    }

    @Test
    void fewerReceiptsThanTheCountAreAGap() {
        History history = three();
        List<String> set = history.textsWithout("b");
        set.add(history.summary(SummaryDraft::onlyRoot).compact());
        AuditReport report = audit(set);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(only(report, FindingCode.RECEIPT_MISSING).message()).contains("commits to 3", "2 are here");
    }

    @Test
    void moreReceiptsThanTheCountAreAnError() {
        History history = three();
        Receipt summary = history.summary(SummaryDraft::onlyRoot);
        history.step("late", "c");
        assertThat(findings(history.with(summary))).contains("RECEIPT_NOT_COMMITTED error");
    }

    @Test
    void oneReceiptInPlaceOfAnotherChangesTheRoot() {
        History history = three();
        Receipt summary = history.summary(SummaryDraft::onlyRoot);
        History forged = History.of("run").step("a").step("b", "a").step("c", "a");
        assertThat(findings(forged.with(summary))).containsExactly("MERKLE_ROOT_MISMATCH error");
    }

    @Test
    void referencesThatDoNotGiveTheRootContradictIt() {
        History history = three();
        List<String> refs = refs(history, r -> r.ref().toString()).subList(0, 2);
        List<String> set = history.textsWithout("c");
        set.add(history.summary(s -> {
                    s.refs = refs;
                    s.commitLog = null;
                })
                .compact());
        assertThat(findings(set)).contains("MERKLE_ROOT_MISMATCH error", "SUMMARY_IMPRECISE warning");
    }

    @Test
    void aRootOverNoReceiptsProvesNothingAndIsSaid() {
        History history = three();
        Receipt summary = history.summary(s -> {
            s.onlyRoot();
            s.count = 0L;
        });
        assertThat(findings(List.of(summary.compact()))).containsExactly("SUMMARY_IMPRECISE warning");
        assertThat(findings(history.with(summary)))
                .containsExactly("RECEIPT_NOT_COMMITTED error", "SUMMARY_IMPRECISE warning");
    }

    @Test
    void aCommitmentCanBeRequired() {
        History history = three();
        AuditOptions strict = Audits.options().withRequiredCommitment(true);
        List<String> refs = refs(history, r -> r.ref().toString());
        assertThat(findings(audit(history.texts(), Keys.known(), strict))).containsExactly("COMMITMENT_REQUIRED gap");
        assertThat(findings(audit(history.with(history.summary(s -> s.onlyRefs(refs))), Keys.known(), strict)))
                .containsExactly("COMMITMENT_REQUIRED gap");
        assertThat(findings(audit(history.withSummary(), Keys.known(), strict))).isEmpty();
        assertThat(findings(audit(List.of(), Keys.known(), strict)))
                .containsExactly("NO_RECEIPTS gap", "COMMITMENT_REQUIRED gap");
    }

    @Test
    void eachWorkflowNeedsTheRequiredCommitment() {
        AuditOptions strict = Audits.options().withRequiredCommitment(true);
        List<String> set =
                Audits.all(three().withSummary(), History.of("other").step("x").texts());
        AuditReport report = audit(set, Keys.known(), strict);
        assertThat(only(report, FindingCode.COMMITMENT_REQUIRED).workflow())
                .isEqualTo(History.workflow("other").value());
    }

    @Test
    void receiptsAfterAnOpenSummaryAreExpected() {
        History history = three();
        Receipt open = history.summary(SummaryDraft::open);
        history.step("d", "c").step("e", "d");
        AuditReport report = audit(history.with(open));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("SUMMARY_OPEN info");
        assertThat(report.workflows().getFirst().complete()).isFalse();
    }

    @Test
    void theRootOfAnOpenSummaryIsCheckedAgainstTheReceiptsThatCameFirst() {
        History history = three();
        Receipt open = history.summary(s -> {
            s.open().root = Digest.of(new byte[1]);
            s.refs = null;
        });
        history.step("d", "c");
        assertThat(findings(history.with(open))).containsExactly("MERKLE_ROOT_MISMATCH error", "SUMMARY_OPEN info");
    }

    @Test
    void theRootAloneOfAnOpenSummaryIsComparedWithTheBeginningOfTheChain() {
        History history = three();
        Receipt honest = history.summary(s -> s.open().onlyRoot());
        Receipt impossible = history.summary(s -> s.open().onlyRoot().root = Digest.of(new byte[1]));
        Receipt ofOthers = history.summary(s -> s.open().onlyRoot().root =
                SortedReceiptSet.tree(history.digests().subList(1, 3)).root());
        history.step("d", "c");
        assertThat(findings(history.with(honest))).containsExactly("SUMMARY_OPEN info");
        assertThat(findings(history.with(impossible)))
                .containsExactly("MERKLE_ROOT_MISMATCH error", "SUMMARY_OPEN info");
        assertThat(findings(history.with(ofOthers))).contains("MERKLE_ROOT_MISMATCH error");
    }

    @Test
    void theRootOfAnEarlierOpenSummaryIsComparedToo() {
        History history = three();
        Receipt honest = history.summary(s -> s.open().onlyRoot());
        Receipt impossible = history.summary(s -> s.open().onlyRoot().root = Digest.of(new byte[1]));
        history.step("d", "c");
        assertThat(findings(history.with(honest, history.summary()))).isEmpty();
        assertThat(findings(history.with(impossible, history.summary()))).containsExactly("MERKLE_ROOT_MISMATCH error");
    }

    @Test
    void aRootThatNoChainGivesAMeaningToIsUnchecked() {
        History history = History.of("run").unchained().step("a").step("b", "a").step("c", "b");
        Receipt root = history.summary(s -> s.open().onlyRoot());
        Receipt listed = history.summary(s -> s.open().commitLog = null);
        Receipt all = history.summary(s -> s.onlyRoot());
        history.step("d", "c");
        AuditReport report = audit(history.with(root));
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).containsExactly("COMMITMENT_UNCHECKED gap", "SUMMARY_OPEN info");
        assertThat(findings(history.with(listed))).containsExactly("SUMMARY_OPEN info");
        List<String> first = history.textsWithout("d");
        first.addAll(List.of(root.compact(), all.compact()));
        assertThat(findings(first)).isEmpty();
    }

    @Test
    void aReceiptThatAnOpenSummaryNamesMustBeHere() {
        History history = three();
        List<String> set = history.textsWithout("c");
        set.add(history.summary(SummaryDraft::open).compact());
        assertThat(audit(set).verdict()).isEqualTo(Verdict.INCOMPLETE);
    }
}
