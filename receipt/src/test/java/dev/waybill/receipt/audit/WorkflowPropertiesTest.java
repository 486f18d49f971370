package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What holds for every workflow, whatever its shape.
class WorkflowPropertiesTest {

    private static final int RUNS = 15;

    @Test
    void anUntouchedWorkflowIsVerifiedWithoutAFinding() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            AuditReport report = audit(run.shuffled(Audits.all(run.history.texts(), List.of(run.bindingSummary()))));
            assertThat(report.findings()).isEmpty();
            assertThat(report.workflows().getFirst().complete()).isTrue();
        });
    }

    @Test
    void theOrderOfTheInputDecidesNothing() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            List<String> set = new ArrayList<>(run.history.texts());
            for (int lost = random.nextInt(4); lost > 0 && !set.isEmpty(); lost--) {
                set.remove(random.nextInt(set.size()));
            }
            set.add(run.summary());
            set.add(set.get(random.nextInt(set.size())));
            set.add(falsified(run, random).compact());
            AuditReport report = audit(set);
            AuditReport again = audit(run.shuffled(set));
            assertThat(again.verdict()).isEqualTo(report.verdict());
            assertThat(again.findings()).isEqualTo(report.findings());
            assertThat(again.findingCounts()).isEqualTo(report.findingCounts());
            assertThat(Audits.json(audit(set))).isEqualTo(Audits.json(report));
        });
    }

    @Test
    void aDroppedReceiptIsMissing() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            List<String> set = new ArrayList<>(run.history.texts());
            set.remove(run.any());
            set.add(run.summary());
            AuditReport report = audit(run.shuffled(set));
            assertThat(report.verdict()).as(findings(report).toString()).isEqualTo(Verdict.INCOMPLETE);
        });
    }

    @Test
    void anAlteredReceiptBreaksTheSet() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            List<String> set = new ArrayList<>(run.history.texts());
            int index = run.any();
            set.set(index, altered(set.get(index), random));
            set.add(run.summary());
            AuditReport report = audit(set);
            // Whoever alters the issuer's name makes a receipt that nobody can prove, or disprove.
            boolean unproven = report.findingCounts().containsKey("E_KEY_NOT_FOUND");
            assertThat(report.verdict()).isEqualTo(unproven ? Verdict.INCOMPLETE : Verdict.BROKEN);
        });
    }

    @Test
    void aReceiptSignedAgainByAnotherKeyIsNeverProven() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            List<String> set = new ArrayList<>(run.history.texts());
            int index = run.any();
            Receipt original = run.history.issued().get(index);
            var forger = new ReceiptIssuer(Keys.key("stranger"), original.wire(), original.issuer());
            set.set(index, again(original, forger, workflow(original)).compact());
            set.add(run.summary());
            assertThat(audit(set).verdict()).isEqualTo(Verdict.INCOMPLETE);
        });
    }

    @Test
    void anyDuplicateKeepsTheVerdictAndIsSaid() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            List<String> set = Audits.all(run.history.texts(), List.of(run.summary()));
            String twice = set.get(random.nextInt(set.size()));
            AuditReport report = audit(run.shuffled(Audits.all(set, List.of(twice))));
            assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
            assertThat(findings(report)).containsAnyOf("DUPLICATE_RECEIPT warning", "SUMMARY_REPLAYED warning");
            assertThat(report.findings()).hasSize(1);
        });
    }

    @Test
    void anyParentChangedByTheTrueIssuerIsCaughtByTheSummary() {
        Seeds.check(RUNS, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            List<String> set = new ArrayList<>(run.history.texts());
            String summary = run.bindingSummary();
            Receipt falsified = falsified(run, random);
            Receipt original = run.history.issued().stream()
                    .filter(receipt -> receipt.id().equals(falsified.id()))
                    .findFirst()
                    .orElseThrow();
            set.set(set.indexOf(original.compact()), falsified.compact());
            set.add(summary);
            assertThat(audit(run.shuffled(set)).verdict()).isEqualTo(Verdict.BROKEN);
        });
    }

    /// A receipt with one parent more or less, signed by its true issuer.
    private static Receipt falsified(RandomWorkflow run, Random random) {
        Receipt original = run.history.issued().get(run.any());
        WorkflowContext context = workflow(original);
        List<StepId> parents = new ArrayList<>(Objects.requireNonNull(context.parentStepIds()));
        if (parents.isEmpty() || random.nextBoolean()) {
            parents.add(History.stepId("invented"));
        } else {
            parents.remove(random.nextInt(parents.size()));
        }
        WorkflowContext changed = WorkflowContext.builder(context.workflowId(), context.stepId())
                .parents(parents)
                .orchestratorId(context.orchestratorId())
                .prevReceiptHash(context.prevReceiptHash())
                .build();
        String issuer = original.issuer().contains("worker") ? "worker" : "orchestrator";
        return again(original, Keys.issuer(issuer, original.wire()), changed);
    }

    private static Receipt again(Receipt original, ReceiptIssuer issuer, WorkflowContext context) {
        return issuer.issue(ReceiptDraft.builder(original.id(), original.issuedAt())
                .workflow(context)
                .build());
    }

    private static WorkflowContext workflow(Receipt receipt) {
        return Objects.requireNonNull(receipt.workflow());
    }

    private static String altered(String jws, Random random) {
        StringBuilder text = new StringBuilder(jws);
        int at = random.nextInt(text.length());
        text.setCharAt(at, text.charAt(at) == 'A' ? 'B' : 'A');
        return text.toString();
    }
}
