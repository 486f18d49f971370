package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// "Complete" is earned by signed facts, and by nothing else.
class CompletenessTest {

    private static final int RUNS = 25;

    private final History run =
            History.of("run").step("a").step("b", "a").step("c", "b").step("d", "c");

    private static List<String> causes(AuditReport report) {
        return report.completeness().reasons().stream()
                .map(reason -> reason.cause().wire())
                .toList();
    }

    @Test
    void aFinalSummaryOfExactlyTheseReceiptsMakesASetComplete() {
        AuditReport report = audit(run.withSummary());
        assertThat(report.completeness().isComplete()).isTrue();
        assertThat(report.headline()).isEqualTo("5 of 5 receipts valid, complete");
        assertThat(Audits.json(report))
                .contains("\"completeness\":{\"result\":\"complete\",\"reasons\":[],\"reason_count\":0}");
    }

    @Test
    void aBeginningWithoutASummaryHoldsAndIsPartial() {
        AuditReport report = audit(run.texts().subList(0, 2));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(causes(report)).containsExactly("no_summary");
        assertThat(report.headline())
                .isEqualTo("2 of 2 receipts valid, partial: no summary says how many receipts there should be");
    }

    @Test
    void anOpenRunIsPartialEvenWhereAllOfItIsHere() {
        AuditReport report = audit(run.with(run.summary(SummaryDraft::open)));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(causes(report)).containsExactly("open_run");
        assertThat(report.workflows().getFirst().complete()).isFalse();
    }

    @Test
    void aReceiptThatTheSummaryMissesIsPartialToo() {
        List<String> set = run.textsWithout("b");
        set.add(run.summary().compact());
        assertThat(causes(audit(set))).containsExactly("other_receipts", "findings");
    }

    @Test
    void nobodyWhoTookNoPartCanCallAShortenedSetComplete() {
        History shortened =
                History.of("run").step("a").step("b", "a").step("c", "b").by("partner");
        AuditReport report = audit(shortened.withSummary());
        assertThat(findings(report)).containsExactly("SUMMARY_FOREIGN warning");
        assertThat(causes(report)).containsExactly("foreign_summary");
    }

    @Test
    void aReceiptOfNoWorkflowIsCommittedToByNobody() {
        Receipt lone = Keys.issuer("worker", Wire.V0_2)
                .issue(ReceiptDraft.builder("019abc12-def3-7890-8abc-000000000001", Keys.NOW)
                        .build());
        assertThat(causes(audit(run.with(run.summary(), lone)))).containsExactly("outside_workflows");
        assertThat(causes(audit(List.of()))).containsExactly("findings");
    }

    @Test
    void everyWorkflowOfASetMustBeComplete() {
        List<String> set =
                Audits.all(run.withSummary(), History.of("other").step("x").texts());
        assertThat(audit(set).completeness().reasons())
                .containsExactly(new Completeness.Reason(
                        Completeness.Cause.NO_SUMMARY,
                        History.workflow("other").value(),
                        "no summary says how many receipts there should be"));
    }

    @Test
    void completenessCanBeRequired() {
        AuditOptions strict = Audits.options().withRequiredCompleteness(true);
        AuditReport partial = audit(run.texts(), Keys.known(), strict);
        assertThat(partial.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(partial)).containsExactly("COMPLETENESS_REQUIRED gap");
        assertThat(audit(run.withSummary(), Keys.known(), strict).findings()).isEmpty();
    }

    @Test
    void noSubsetOfACompleteSetIsComplete() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow workflow = new RandomWorkflow(random);
            List<String> set = Audits.all(workflow.history.texts(), List.of(workflow.bindingSummary()));
            assertThat(audit(set).completeness().isComplete()).isTrue();
            AuditReport report = audit(without(someOf(set, random), set));
            assertThat(report.completeness().isComplete()).as(report.headline()).isFalse();
            assertThat(report.headline()).doesNotContain(", complete");
        });
    }

    @Test
    void noSubsetOfAFamilyIsComplete() {
        Seeds.check(RUNS, random -> {
            Family family = new Family(1 + random.nextInt(3));
            List<String> set = family.texts();
            assertThat(audit(set).completeness().isComplete()).isTrue();
            AuditReport report = audit(without(someOf(set, random), set));
            assertThat(report.completeness().isComplete()).as(report.headline()).isFalse();
        });
    }

    @Test
    void whatIsCompleteIsVerified() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow workflow = new RandomWorkflow(random);
            List<String> set = Audits.all(workflow.history.texts(), List.of(workflow.summary()));
            List<String> mangled = new ArrayList<>(set);
            switch (random.nextInt(3)) {
                case 0 -> mangled.add("not a receipt");
                case 1 -> mangled.set(random.nextInt(set.size()), "e30.e30.e30");
                default ->
                    mangled.addAll(History.of("cycle")
                            .unchained()
                            .step("x", "y")
                            .step("y", "x")
                            .withSummary());
            }
            AuditReport report = audit(mangled);
            assertThat(report.completeness().isComplete() && report.verdict() != Verdict.VERIFIED)
                    .isFalse();
            assertThat(report.completeness().isComplete()).isFalse();
        });
    }

    private static List<String> someOf(List<String> set, Random random) {
        List<String> shuffled = new ArrayList<>(set);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, 1 + random.nextInt(set.size()));
    }

    private static List<String> without(List<String> dropped, List<String> set) {
        return set.stream().filter(each -> !dropped.contains(each)).toList();
    }

    @Test
    void onlyWhoeverBeganARunSignsForItsEnd() {
        History run = History.of("run").step("a").by("worker").step("b", "a");
        AuditReport shortened = audit(run.withSummary());
        assertThat(findings(shortened)).containsExactly("SUMMARY_FOREIGN warning");
        assertThat(shortened.headline())
                .endsWith(
                        "partial: the summary is signed by https://worker.example.com, who did not begin the workflow:"
                                + " that was https://orchestrator.example.com");
        assertThat(audit(run.by("orchestrator").withSummary()).completeness().isComplete())
                .isTrue();
    }

    @Test
    void withoutAChainAStepWithoutParentsIsTheBeginning() {
        History run = History.of("run")
                .unchained()
                .step("a")
                .by("worker")
                .step("b", "a")
                .step("c", "b");
        AuditReport shortened = audit(run.with(run.summary(s -> s.commitLog = null)));
        assertThat(findings(shortened)).containsExactly("SUMMARY_FOREIGN warning");
        assertThat(audit(run.with(run.by("orchestrator").summary(s -> s.commitLog = null)))
                        .findings())
                .isEmpty();
    }
}
