package dev.waybill.receipt.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.record.AgentList;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Sets that a stranger made to be large. Signatures are not the subject here, so the receipts go past the
/// gate: an audit of a set is linear in its size, or these tests do not end.
class HostileSizesTest {

    private static final int MANY = 100_000;
    private static final ReceiptIssuer ISSUER = Keys.issuer("orchestrator", Wire.V0_1);

    private static AuditReport judge(int count, IntFunction<WorkflowContext> contexts) {
        return judge(IntStream.range(0, count)
                .mapToObj(i -> ISSUER.issue(ReceiptDraft.builder(id(i), Keys.NOW - 1)
                        .workflow(contexts.apply(i))
                        .build()))
                .toList());
    }

    private static AuditReport judge(List<Receipt> receipts) {
        WorkflowAuditor auditor = new WorkflowAuditor(Keys.known(), Audits.options());
        var key = Keys.key("orchestrator").verificationKey();
        return auditor.judge(receipts.stream()
                .map(receipt -> new Presented.Judged(new ReceiptCheck.Valid(receipt, key, List.of()), null)));
    }

    private static String id(int i) {
        return "019abc12-def3-7890-8abc-%012x".formatted(i);
    }

    private static WorkflowId workflow(int i) {
        return new WorkflowId("wf_%020d".formatted(i));
    }

    private static StepId step(int i) {
        return new StepId("step_%020d".formatted(i));
    }

    @Test
    void aHundredThousandReceiptsOfOneStep() {
        AuditReport report = judge(
                MANY, i -> WorkflowContext.builder(workflow(0), step(0)).stepIndex((long) i).build());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(report.findingCounts()).containsEntry("DUPLICATE_STEP", 1L);
        assertThat(report.graph().size()).isEqualTo(1);
    }

    @Test
    void aHundredThousandWorkflows() {
        AuditReport report =
                judge(MANY, i -> WorkflowContext.builder(workflow(i), step(0)).build());
        assertThat(report.counts().workflows()).isEqualTo(MANY);
        assertThat(report.workflows()).hasSize(1_000);
        assertThat(report.findings()).hasSize(1);
        assertThat(report.findings().getFirst().message()).startsWith(MANY + " workflows").hasSizeLessThan(300);
    }

    @Test
    void aHundredThousandWorkflowsThatStartEachOther() {
        AuditReport report = judge(MANY, i -> WorkflowContext.builder(workflow(i), step(0))
                .orchestratorReceiptRef(id((i + 1) % MANY))
                .build());
        assertThat(report.findingCounts()).containsEntry("E_WORKFLOW_CYCLE_DETECTED", 1L);
    }

    @Test
    void aCycleOfAHundredThousandSteps() {
        AuditReport report = judge(MANY, i -> WorkflowContext.builder(workflow(0), step(i))
                .parents(step((i + 1) % MANY))
                .build());
        assertThat(report.findings()).hasSize(1);
        assertThat(report.findings().getFirst().message()).startsWith(MANY + " steps").hasSizeLessThan(1_000);
    }

    @Test
    void everyReceiptWithSixteenMissingParentsIsCountedAndListedInPart() {
        AuditReport report = judge(MANY, i -> WorkflowContext.builder(workflow(0), step(i))
                .parents(IntStream.range(0, 16).mapToObj(p -> step(1_000_000 + p)).toList())
                .build());
        assertThat(report.findingCounts()).containsEntry("E_WORKFLOW_PARENT_NOT_FOUND", 16L * MANY);
        assertThat(report.findings()).hasSize(100);
    }

    @Test
    void everyReceiptWithNamesOfItsOwn() {
        AuditReport report = judge(MANY, i -> WorkflowContext.builder(workflow(0), step(i))
                .toolName("tool " + i)
                .orchestratorId("agent " + i)
                .orchestratorReceiptRef("caller " + i)
                .build());
        assertThat(report.findingCounts()).containsEntry("LINK_NOT_FOUND", (long) MANY);
    }

    @Test
    void aHundredThousandReceiptsThatFollowOne() {
        Digest one = Digest.of("one".getBytes(StandardCharsets.UTF_8));
        AuditReport report = judge(MANY, i -> WorkflowContext.builder(workflow(0), step(i))
                .prevReceiptHash(one)
                .build());
        assertThat(report.findingCounts()).containsEntry("HASH_CHAIN_BROKEN", (long) MANY);
    }

    @Test
    void oneIdForAllReceipts() {
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            receipts.add(ISSUER.issue(ReceiptDraft.builder(id(0), Keys.NOW - 1)
                    .workflow(WorkflowContext.builder(workflow(0), step(i)).build())
                    .build()));
        }
        assertThat(judge(receipts).findingCounts()).containsEntry("RECEIPT_ID_REUSED", (long) MANY);
    }

    @Test
    void anAgentIsKnownThoughTenThousandOthersCameBefore() {
        History history = History.of("run");
        for (int i = 0; i < 10_050; i++) {
            String agent = "agent " + i;
            history.step("s" + i, context -> context.orchestratorId(agent));
        }
        List<String> entries = AgentList.of(
                IntStream.range(0, 10_050).mapToObj(i -> "agent " + i).toList());
        List<Receipt> set = new ArrayList<>(history.issued());
        set.add(history.summary(draft -> {
            draft.refs = null;
            draft.agents = entries;
        }));
        assertThat(judge(set).findings()).isEmpty();
        set.set(set.size() - 1, history.summary(draft -> {
            draft.refs = null;
            draft.agents = List.of("agent 10049");
        }));
        assertThat(judge(set).findingCounts()).containsEntry("AGENT_NOT_LISTED", 10_049L);
    }

    @Test
    void manySummariesOfOneLongChain() {
        History history = History.of("run");
        List<Receipt> set = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            history.step("s" + i);
        }
        set.addAll(history.issued());
        for (int i = 0; i < 300; i++) {
            int seconds = i;
            set.add(history.summary(draft -> {
                draft.open().issuedAt += seconds;
                draft.refs = null;
            }));
        }
        set.add(history.summary(draft -> draft.issuedAt += 300));
        assertThat(judge(set).findings()).isEmpty();
    }
}
