package dev.waybill.receipt.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.merkle.SortedReceiptSet;
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

    private static final int MOST = 100_000;
    private static final int MANY = 20_000;
    private static final String HEADER = Base64Url.encode(
            "{\"typ\":\"peac-receipt/0.1\",\"alg\":\"EdDSA\",\"kid\":\"key\"}".getBytes(StandardCharsets.UTF_8));

    private static AuditReport judge(int count, IntFunction<WorkflowContext> contexts) {
        return judge(IntStream.range(0, count)
                .mapToObj(i -> unsigned(id(i), contexts.apply(i)))
                .toList());
    }

    private static AuditReport judge(List<Receipt> receipts) {
        WorkflowAuditor auditor = new WorkflowAuditor(Keys.known(), Audits.options());
        var key = Keys.key("orchestrator").verificationKey();
        return auditor.judge(receipts.stream()
                .map(receipt -> new Presented.Judged(new ReceiptCheck.Valid(receipt, key, List.of()), null)));
    }

    /// A receipt with room for a signature: a million real ones would take minutes to make.
    private static Receipt unsigned(String id, WorkflowContext context) {
        String payload = JsonWriter.compact(JsonObject.builder()
                .put("iss", Keys.url("orchestrator"))
                .put("aud", Keys.url("orchestrator"))
                .put("iat", Keys.NOW - 1)
                .put("exp", Keys.NOW + 1_000)
                .put("rid", id)
                .put(
                        "ext",
                        JsonObject.builder()
                                .put(WorkflowContext.WORKFLOW_EXTENSION_KEY, context.toJson())
                                .build())
                .build());
        return Receipt.decode(HEADER + "." + Base64Url.encode(payload.getBytes(StandardCharsets.UTF_8)) + "."
                + Base64Url.encode(new byte[64]));
    }

    private static String id(int i) {
        return "01a1dc74-bb00-7890-8abc-%012x".formatted(i);
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
                MOST,
                i -> WorkflowContext.builder(workflow(0), step(0))
                        .stepIndex((long) i)
                        .build());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(report.findingCounts()).containsEntry("DUPLICATE_STEP", 1L);
        assertThat(report.graph().size()).isEqualTo(1);
    }

    @Test
    void aHundredThousandWorkflows() {
        AuditReport report =
                judge(MOST, i -> WorkflowContext.builder(workflow(i), step(0)).build());
        assertThat(report.counts().workflows()).isEqualTo(MOST);
        assertThat(report.workflows()).hasSize(1_000);
        assertThat(report.findings()).hasSize(1);
        assertThat(report.findings().getFirst().message())
                .startsWith(MOST + " workflows")
                .hasSizeLessThan(300);
    }

    @Test
    void manyWorkflowsThatStartEachOther() {
        AuditReport report = judge(
                MANY,
                i -> WorkflowContext.builder(workflow(i), step(0))
                        .orchestratorReceiptRef(id((i + 1) % MANY))
                        .build());
        assertThat(report.findingCounts()).containsEntry("E_WORKFLOW_CYCLE_DETECTED", 1L);
    }

    @Test
    void aCycleOfManySteps() {
        AuditReport report = judge(
                MANY,
                i -> WorkflowContext.builder(workflow(0), step(i))
                        .parents(step((i + 1) % MANY))
                        .build());
        assertThat(report.findings()).hasSize(1);
        assertThat(report.findings().getFirst().message())
                .startsWith(MANY + " steps")
                .hasSizeLessThan(1_000);
    }

    @Test
    void everyReceiptWithSixteenMissingParentsIsCountedAndListedInPart() {
        AuditReport report = judge(
                MANY,
                i -> WorkflowContext.builder(workflow(0), step(i))
                        .parents(IntStream.range(0, 16)
                                .mapToObj(p -> step(1_000_000 + p))
                                .toList())
                        .build());
        assertThat(report.findingCounts()).containsEntry("E_WORKFLOW_PARENT_NOT_FOUND", 16L * MANY);
        assertThat(report.findings()).hasSize(100);
    }

    @Test
    void everyReceiptWithNamesOfItsOwn() {
        AuditReport report = judge(
                MANY,
                i -> WorkflowContext.builder(workflow(0), step(i))
                        .toolName("tool " + i)
                        .orchestratorId("agent " + i)
                        .orchestratorReceiptRef("caller " + i)
                        .build());
        assertThat(report.findingCounts()).containsEntry("LINK_NOT_FOUND", (long) MANY);
    }

    @Test
    void manyReceiptsThatFollowOne() {
        Digest one = Digest.of("one".getBytes(StandardCharsets.UTF_8));
        AuditReport report = judge(
                MANY,
                i -> WorkflowContext.builder(workflow(0), step(i))
                        .prevReceiptHash(one)
                        .build());
        assertThat(report.findingCounts()).containsEntry("HASH_CHAIN_BROKEN", (long) MANY);
    }

    @Test
    void oneIdForAllReceipts() {
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            receipts.add(unsigned(
                    id(0), WorkflowContext.builder(workflow(0), step(i)).build()));
        }
        assertThat(judge(receipts).findingCounts()).containsEntry("RECEIPT_ID_REUSED", (long) MANY);
    }

    @Test
    void anAgentIsKnownThoughTenThousandOthersCameBefore() {
        int count = 10_050;
        List<Receipt> set = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            set.add(unsigned(
                    id(i),
                    WorkflowContext.builder(History.workflow("run"), step(i))
                            .orchestratorId("agent " + i)
                            .build()));
        }
        List<String> entries = AgentList.of(
                IntStream.range(0, count).mapToObj(i -> "agent " + i).toList());
        set.add(summary(set, entries));
        assertThat(judge(set).findings()).isEmpty();
        set.set(count, summary(set.subList(0, count), List.of("agent 10049")));
        assertThat(judge(set).findingCounts()).containsEntry("AGENT_NOT_LISTED", 10_049L);
    }

    private static Receipt summary(List<Receipt> receipts, List<String> agents) {
        return History.of("run").step("only").summary(draft -> {
            draft.onlyRoot().issuedAt = Keys.NOW;
            draft.root = SortedReceiptSet.tree(
                            receipts.stream().map(Receipt::ref).toList())
                    .root();
            draft.count = (long) receipts.size();
            draft.agents = agents;
        });
    }

    @Test
    void aMillionFindingsAreCountedAndListedInPart() {
        FindingLog log = new FindingLog();
        for (int i = 0; i < 1_000_000; i++) {
            log.add(FindingCode.RECEIPT_MISSING, null, null, "missing " + i);
        }
        assertThat(log.listed()).hasSize(100);
        assertThat(log.serious()).isEqualTo(1_000_000);
    }

    @Test
    void aSummaryWithTenThousandReferences() {
        int count = 3_300;
        List<Receipt> set = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            set.add(unsigned(
                    id(i),
                    WorkflowContext.builder(History.workflow("run"), step(i)).build()));
        }
        List<String> refs = new ArrayList<>(set.stream().map(Receipt::id).toList());
        IntStream.range(0, 10_000 - count).forEach(i -> refs.add("n" + i));
        set.add(History.of("run").step("only").summary(draft -> {
            draft.onlyRefs(refs).issuedAt = Keys.NOW;
            draft.agents = List.of();
        }));
        assertThat(judge(set).findingCounts())
                .containsEntry("RECEIPT_MISSING", 10_000L - count)
                .hasSize(1);
    }

    @Test
    void manySummariesOfOneLongChain() {
        History history = History.of("run");
        List<Receipt> set = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            history.step("s" + i);
        }
        set.addAll(history.issued());
        for (int i = 0; i < 200; i++) {
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
