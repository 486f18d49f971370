package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleTree;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DisclosureTest {

    private final History history = History.of("run")
            .step("a")
            .step("b", "a")
            .step("c", "b")
            .step("d", "c")
            .step("e", "d");

    private AuditReport disclose(Map<Digest, InclusionProof> proofs, Receipt... shown) {
        return audit(
                new WorkflowAuditor(Keys.known(), Audits.options()).disclosing(proofs),
                List.of(shown).stream().map(Receipt::compact).toList());
    }

    private Map<Digest, InclusionProof> proofs(String... labels) {
        SortedReceiptSet set = SortedReceiptSet.of(history.digests());
        Map<Digest, InclusionProof> proofs = new LinkedHashMap<>();
        for (String label : labels) {
            Digest digest = history.receipt(label).ref();
            proofs.put(digest, set.prove(digest));
        }
        return proofs;
    }

    private Receipt rootOnly() {
        return history.summary(SummaryDraft::onlyRoot);
    }

    @Test
    void receiptsWithTheirProofsAreVerifiedWithoutTheOthers() {
        AuditReport report = disclose(proofs("b", "d"), history.receipt("b"), history.receipt("d"), rootOnly());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("PARTIAL_DISCLOSURE info");
        assertThat(report.findings().getFirst().message()).isEqualTo("2 of 5 receipts are disclosed");
    }

    @Test
    void aReceiptWithoutAProofIsAGap() {
        AuditReport report = disclose(proofs("b"), history.receipt("b"), history.receipt("d"), rootOnly());
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).containsExactly("PROOF_MISSING gap", "PARTIAL_DISCLOSURE info");
    }

    @Test
    void aProofOfAnotherReceiptIsRefused() {
        Map<Digest, InclusionProof> swapped = new LinkedHashMap<>();
        swapped.put(
                history.receipt("b").ref(), proofs("d").get(history.receipt("d").ref()));
        assertThat(findings(disclose(swapped, history.receipt("b"), rootOnly())))
                .contains("PROOF_INVALID error");
    }

    @Test
    void aProofInATreeOfAnotherSizeIsRefused() {
        Receipt summary = history.summary(s -> {
            s.onlyRoot();
            s.count = 6L;
        });
        assertThat(findings(disclose(proofs("b"), history.receipt("b"), summary)))
                .contains("PROOF_INVALID error");
    }

    @Test
    void aProofFromTheTreeInCommitOrderIsRefused() {
        MerkleTree commits = MerkleTree.of(history.digests());
        Map<Digest, InclusionProof> proofs = new LinkedHashMap<>();
        proofs.put(history.receipt("a").ref(), commits.prove(0));
        Receipt summary = history.summary(s -> s.onlyRoot().root = commits.root());
        assertThat(findings(disclose(proofs, history.receipt("a"), summary))).contains("PROOF_INVALID error");
    }

    @Test
    void aRootOverNothingProvesNothing() {
        Receipt summary = history.summary(s -> {
            s.onlyRoot();
            s.count = 0L;
        });
        assertThat(findings(disclose(proofs("b"), history.receipt("b"), summary)))
                .contains("PROOF_INVALID error");
    }

    @Test
    void aProofWithoutASummaryProvesNothing() {
        assertThat(findings(disclose(proofs("b"), history.receipt("b"))))
                .containsExactly("PROOF_MISSING gap", "PARTIAL_DISCLOSURE info");
    }

    @Test
    void theWordDisclosureAloneDoesNotExcuseWhatIsMissing() {
        AuditReport report = disclose(new LinkedHashMap<>(), history.receipt("b"), history.summary());
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).containsExactly("PROOF_MISSING gap", "PARTIAL_DISCLOSURE info");
    }

    @Test
    void aWholeWorkflowBesideASelectionNeedsNoProofs() {
        History other = History.of("other").step("x").step("y", "x");
        Receipt[] shown = Stream.of(
                        other.issued().stream(), Stream.of(other.summary(), history.receipt("b"), rootOnly()))
                .flatMap(each -> each)
                .toArray(Receipt[]::new);
        AuditReport report = disclose(proofs("b"), shown);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.completeness().isComplete()).isFalse();
    }

    @Test
    void aDisclosureIsPartialHoweverMuchItShows() {
        String[] all = {"a", "b", "c", "d", "e"};
        Receipt[] shown =
                Stream.concat(history.issued().stream(), Stream.of(rootOnly())).toArray(Receipt[]::new);
        AuditReport report = disclose(proofs(all), shown);
        assertThat(report.headline()).isEqualTo("6 of 6 receipts valid, partial: a selection, 5 of 5 receipts");
    }

    @Test
    void aDisclosureOfNoReceiptAtAllSaysSo() {
        AuditReport report = disclose(new LinkedHashMap<>(), rootOnly());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("PARTIAL_DISCLOSURE info");
        assertThat(report.headline()).isEqualTo("1 of 1 receipt valid, partial: a selection, 0 of 5 receipts");
    }

    @Test
    void rivalSummariesAreFoundInASelectionToo() {
        Receipt other = history.summary(s -> s.agents = List.of());
        assertThat(findings(disclose(proofs("b"), history.receipt("b"), history.summary(), other)))
                .contains("SUMMARY_RIVAL error");
    }

    @Test
    void aForkOfTheChainIsFoundInASelectionToo() {
        Digest a = history.receipt("a").ref();
        history.following(a).step("f", "a");
        AuditReport report = disclose(
                proofs("a", "b", "f"), history.receipt("a"), history.receipt("b"), history.receipt("f"), rootOnly());
        assertThat(findings(report)).contains("HASH_CHAIN_FORK error").doesNotContain("HASH_CHAIN_BROKEN error");
    }
}
