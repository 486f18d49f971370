package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Each receipt is well signed; what they say together, or what one says twice, cannot be true.
class ContradictionTest {

    private static Consumer<ReceiptDraft.Builder> attempt(int number, boolean retried) {
        var step = JsonObject.builder()
                .put("kind", "node")
                .put("node", "fetch")
                .put("ordinal", 1)
                .put("outcome", retried ? "failed" : "completed")
                .put("attempt", number);
        return draft -> draft.extension(
                ReceiptDraft.STEP_TYPE,
                retried ? step.put("retried", JsonBool.TRUE).build() : step.build());
    }

    private static Consumer<ReceiptDraft.Builder> call(String session, String call) {
        return draft -> draft.extension(
                McpOrchestrationContext.EXTENSION_KEY,
                McpOrchestrationContext.of(session, "urn:server", call, "search")
                        .toJson());
    }

    private static History retried() {
        return History.of("run")
                .step("root")
                .step("one", UnaryOperator.identity(), attempt(1, true), "root")
                .step("two", UnaryOperator.identity(), attempt(2, false), "one");
    }

    @Test
    void everyAttemptWithItsReceiptIsWell() {
        assertThat(findings(retried().withSummary())).isEmpty();
    }

    @Test
    void aSecondAttemptWhoseFirstIsNotHereIsAGap() {
        AuditReport report = audit(retried().textsWithout("one"));
        assertThat(only(report, FindingCode.ATTEMPT_MISSING).severity()).isEqualTo(Severity.GAP);
    }

    @Test
    void aSecondAttemptWithoutAFirstIsFalseWhereTheSummarySaysThatNothingIsMissing() {
        History history =
                History.of("run").step("root").step("two", UnaryOperator.identity(), attempt(2, false), "root");
        AuditReport report = audit(history.withSummary());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(only(report, FindingCode.ATTEMPT_MISSING).receipt()).isEqualTo(history.ref("two"));
    }

    @Test
    void aForkMayGoOnWithAnAttemptOfItsSource() {
        History history = History.of("run")
                .step(
                        "root",
                        UnaryOperator.identity(),
                        draft -> draft.extension(
                                ReceiptDraft.STEP_TYPE,
                                JsonObject.builder().put("kind", "fork").build()))
                .step("two", UnaryOperator.identity(), attempt(2, false), "root");
        assertThat(findings(history.withSummary())).doesNotContain("ATTEMPT_MISSING error");
    }

    @Test
    void twoStepsNeverSignForOneCall() {
        History history = History.of("run")
                .step("a", UnaryOperator.identity(), call("s1", "c1"))
                .step("b", UnaryOperator.identity(), call("s1", "c1"), "a");
        AuditReport report = audit(history.withSummary());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(findings(report)).containsExactly("TOOL_CALL_REUSED error", "TOOL_CALL_REUSED error");
        assertThat(Audits.findings(history.texts().reversed())).isEqualTo(Audits.findings(history.texts()));
    }

    @Test
    void progressAndOtherSessionsAndOtherIssuersMayNameTheSameCall() {
        History history = History.of("run")
                .step("a", UnaryOperator.identity(), call("s1", "c1"))
                .step("a", UnaryOperator.identity(), call("s1", "c1"))
                .step("b", UnaryOperator.identity(), call("s2", "c1"), "a")
                .by("worker")
                .step("c", UnaryOperator.identity(), call("s1", "c1"), "a");
        assertThat(findings(history.by("orchestrator").withSummary())).doesNotContain("TOOL_CALL_REUSED error");
    }

    private static AuditReport dated(long issuedAt, String receiptId, String step) {
        var context = WorkflowContext.builder(new WorkflowId("wf_01HXZ5NWJQ8QJXKZ3V5N7BMGHC"), new StepId(step));
        var receipt = Keys.issuer("orchestrator", Wire.V0_1)
                .issue(ReceiptDraft.builder(receiptId, issuedAt)
                        .workflow(context.build())
                        .build());
        return audit(List.of(receipt.compact()));
    }

    private static final long MADE = Instant.parse("2025-11-25T17:32:24Z").getEpochSecond();

    @Test
    void anIdThatIsYoungerThanItsReceiptIsTold() {
        String id = "019abc12-def3-7890-8abc-000000000001";
        assertThat(findings(dated(MADE, id, "step_not-a-ulid-000000000000")))
                .doesNotContain("ID_TIME_MISMATCH warning");
        assertThat(only(dated(MADE - 3_600, id, "step_not-a-ulid-000000000000"), FindingCode.ID_TIME_MISMATCH)
                        .message())
                .contains("its own id was made at 2025-11-25T");
        assertThat(findings(dated(MADE + 3_600, id, "step_not-a-ulid-000000000000")))
                .doesNotContain("ID_TIME_MISMATCH warning");
        assertThat(findings(dated(MADE + 90_000, id, "step_not-a-ulid-000000000000")))
                .contains("ID_TIME_MISMATCH warning");
        assertThat(only(dated(MADE, id, "step_01M00000000000000000000000"), FindingCode.ID_TIME_MISMATCH)
                        .message())
                .contains("its step_id was made at");
    }
}
