package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.record.RedactableStep;
import dev.waybill.receipt.record.WorkflowRecorder;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Receipts whose parents are signed as a commitment, shown with and without them.
class WithheldParentsTest {

    private final History ids = History.of("run");
    private final WorkflowRecorder recorder =
            new WorkflowRecorder(Keys.issuer("orchestrator", Wire.V0_1), ids.id(), "agent:orchestrator", ids::nextId);
    private final Instant at = Instant.ofEpochSecond(Keys.NOW - 100);
    private final RedactableStep plan = step("plan");
    private final RedactableStep write = step("write", "plan");
    private final String summary = recorder.summary(WorkflowStatus.COMPLETED, at, Digest.of(new byte[0]))
            .compact();

    private RedactableStep step(String name, String... parents) {
        return recorder.redactableStep(
                History.stepId(name),
                List.of(parents).stream().map(History::stepId).toList(),
                at,
                context -> context,
                new SecureRandom());
    }

    @Test
    void disclosedParentsFormTheGraph() {
        AuditReport report = audit(List.of(plan.presented(), write.presented(), summary));
        assertThat(report.findings()).isEmpty();
        assertThat(report.graph().steps())
                .extracting(EvidenceGraph.Step::parentStepIds)
                .containsExactly(List.of(), List.of(History.stepId("plan").value()));
    }

    @Test
    void aRedactedSetIsVerifiedAndNeverReadAsRoots() {
        AuditReport report =
                audit(List.of(plan.receipt().compact(), write.receipt().compact(), summary));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(only(report, FindingCode.PARENTS_WITHHELD).message()).endsWith("parents: 2");
        assertThat(report.graph().steps())
                .extracting(EvidenceGraph.Step::parentStepIds)
                .containsOnlyNulls();
    }

    @Test
    void theDisclosureOfAnotherReceiptIsAnError() {
        String swapped = write.receipt().compact() + "~" + plan.disclosure() + "~";
        AuditReport report = audit(List.of(plan.presented(), swapped, summary));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).containsExactly("DISCLOSURE_INVALID error", "PARENTS_WITHHELD info");
    }

    @Test
    void aDisclosureForAReceiptThatWithholdsNothingIsAnError() {
        History plain = History.of("plain").step("a");
        String presented = plain.receipt("a").compact() + "~" + plan.disclosure() + "~";
        assertThat(findings(List.of(presented))).containsExactly("DISCLOSURE_INVALID error");
        assertThat(findings(plain.with())).isEmpty();
    }

    @Test
    void noTextMayFollowASummaryOrAReceiptOfNoWorkflow() {
        String lone = Keys.issuer("worker", Wire.V0_1)
                .issue(ReceiptDraft.builder("019abc12-def3-7890-8abc-000000000001", Keys.NOW)
                        .build())
                .compact();
        for (String followed : List.of(summary + "~a~", lone + "~a~")) {
            assertThat(findings(List.of(plan.presented(), write.presented(), followed)))
                    .as(followed)
                    .contains("DISCLOSURE_INVALID error");
        }
    }

    @Test
    void aMalformedPresentationIsNoReceipt() {
        String jws = write.receipt().compact();
        for (String malformed :
                List.of(jws + "~" + write.disclosure(), jws + "~a~b~", jws + "~", jws + "~~", "~" + jws, "~")) {
            assertThat(audit(List.of(malformed)).verdict()).as(malformed).isEqualTo(Verdict.BROKEN);
        }
    }

    @Test
    void aRedactedAndADisclosedCopyTellTheParentsInAnyOrder() {
        String redacted = write.receipt().compact();
        List<String> set = List.of(plan.presented(), redacted, write.presented(), summary);
        for (List<String> each : List.of(set, set.reversed())) {
            AuditReport report = audit(each);
            assertThat(findings(report)).containsExactly("DUPLICATE_RECEIPT warning");
        }
    }

    @Test
    void progressThatIsRedactedInPartIsStillProgress() {
        RedactableStep again = step("write", "plan");
        List<String> set =
                List.of(plan.presented(), write.presented(), again.receipt().compact());
        assertThat(findings(set)).containsExactly("PARENTS_WITHHELD info");
    }
}
