package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinkTest {

    private static History parent() {
        return History.of("parent").step("plan").step("out", "plan");
    }

    private static History child(String ref) {
        return History.of("child")
                .by("worker")
                .after(100)
                .step("start", context -> context.orchestratorReceiptRef(ref))
                .step("work", context -> context.orchestratorReceiptRef(ref), "start");
    }

    static Stream<Function<Receipt, String>> spellings() {
        return Stream.of(receipt -> receipt.ref().toString(), Receipt::id, receipt -> "rid:" + receipt.id());
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void aChildWorkflowNamesTheReceiptThatStartedIt(Function<Receipt, String> spelling) {
        History parent = parent();
        History child = child(spelling.apply(parent.receipt("out")));
        AuditReport report = audit(Audits.all(parent.withSummary(), child.withSummary()));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.findings()).isEmpty();
        assertThat(report.graph().handovers())
                .containsExactly(new EvidenceGraph.Handover(
                        parent.id().value(),
                        History.stepId("out").value(),
                        child.id().value(),
                        History.stepId("start").value()));
        assertThat(report.workflows()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void aCallerThatIsNotHereIsARemarkMadeOnce(Function<Receipt, String> spelling) {
        History child = child(spelling.apply(parent().receipt("out")));
        AuditReport report = audit(child.withSummary());
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("LINK_NOT_FOUND info");
    }

    @Test
    void workflowsThatNothingLinksAreAWarning() {
        AuditReport report = audit(
                Audits.all(parent().withSummary(), History.of("other").step("x").withSummary()));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(only(report, FindingCode.MIXED_WORKFLOW_ID).message()).startsWith("2 workflows that nothing links");
    }

    @Test
    void aWorkflowMayBeLinkedThroughAnother() {
        History parent = parent();
        History child = child(parent.ref("out"));
        History grandchild = History.of("grandchild")
                .after(500)
                .step("g", context -> context.orchestratorReceiptRef(child.ref("work")));
        assertThat(findings(Audits.all(grandchild.texts(), Audits.all(child.texts(), parent.texts()))))
                .isEmpty();
    }

    @Test
    void aChildBeforeItsCallerIsAContradiction() {
        History parent = History.of("parent").after(1_000).step("out");
        History child = child(parent.ref("out"));
        assertThat(findings(Audits.all(parent.texts(), child.texts()))).containsExactly("TEMPORAL_ORDER error");
    }

    @Test
    void aCallerOfTheSameWorkflowIsNoLink() {
        History history = History.of("run").step("a");
        history.step("b", context -> context.orchestratorReceiptRef(history.ref("a")), "a");
        AuditReport report = audit(history.texts());
        assertThat(report.findings()).isEmpty();
        assertThat(report.graph().handovers()).isEmpty();
    }

    @Test
    void aCallersIdThatTwoReceiptsBearLinksNothing() {
        History parent = parent();
        String id = parent.receipt("out").id();
        Receipt twin = Keys.issuer("partner", Wire.V0_1)
                .issue(ReceiptDraft.builder(id, parent.now())
                        .workflow(WorkflowContext.builder(History.workflow("twin"), History.stepId("t"))
                                .build())
                        .build());
        History child = child(id);
        AuditReport report = audit(Audits.all(parent.with(twin), child.texts()));
        assertThat(findings(report)).containsExactly("MIXED_WORKFLOW_ID warning", "RECEIPT_REF_AMBIGUOUS warning");
    }

    @Test
    void workflowsThatStartedEachOtherCannotBe() {
        History first = History.of("first");
        String idOfFirst = History.of("first").step("f").receipt("f").id();
        History second = History.of("second").step("s", context -> context.orchestratorReceiptRef(idOfFirst));
        first.step("f", context -> context.orchestratorReceiptRef(second.ref("s")));
        AuditReport report = audit(Audits.all(first.texts(), second.texts()));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(only(report, FindingCode.E_WORKFLOW_CYCLE_DETECTED).message())
                .startsWith("2 workflows started each other");
    }

    @Test
    void oneIdOfTwoIssuersIsFineAndOfOneIssuerIsNot() {
        String id = "01a1dc74-bb00-7890-8abc-000000000001";
        String a = named(id, "orchestrator", "a");
        String b = named(id, "worker", "b");
        String c = named(id, "worker", "c");
        assertThat(findings(List.of(a, b))).isEmpty();
        assertThat(findings(List.of(a, b, c))).containsExactly("RECEIPT_ID_REUSED error", "RECEIPT_ID_REUSED error");
        assertThat(findings(List.of(c, b, a))).containsExactly("RECEIPT_ID_REUSED error", "RECEIPT_ID_REUSED error");
    }

    private static String named(String id, String issuer, String step) {
        return Keys.issuer(issuer, Wire.V0_1)
                .issue(ReceiptDraft.builder(id, Keys.NOW - 5)
                        .workflow(WorkflowContext.builder(History.workflow("run"), History.stepId(step))
                                .build())
                        .build())
                .compact();
    }
}
