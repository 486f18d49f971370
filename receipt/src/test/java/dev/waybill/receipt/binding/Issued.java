package dev.waybill.receipt.binding;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Really signed receipts for tests, always the same ones.
final class Issued {

    static final String ISSUER = "https://orchestrator.example.com";
    static final WorkflowId WORKFLOW = new WorkflowId("wf_01HXZ5NWJQ8QJXKZ3V5N7BMGHC");
    static final long TIME = 1_769_335_200;

    static final SigningKey KEY = SigningKey.ofSeed("binding-test", new byte[32]);

    private Issued() {}

    static StepId step(String name) {
        return new StepId("step_" + name + "0".repeat(26 - name.length()));
    }

    static ReceiptIssuer issuer(Wire wire) {
        return new ReceiptIssuer(KEY, wire, ISSUER);
    }

    static String id(long number) {
        return "019bf498-9900-7890-abcd-" + String.format("%012x", number);
    }

    static ReceiptDraft.Builder draft(long number) {
        return ReceiptDraft.builder(id(number), TIME + number);
    }

    static Receipt receipt(long number, WorkflowContext context) {
        return issuer(Wire.V0_1).issue(draft(number).workflow(context).build());
    }

    static WorkflowContext.Builder context(String step, String... parents) {
        return WorkflowContext.builder(WORKFLOW, step(step))
                .parents(List.of(parents).stream().map(Issued::step).toList());
    }

    /// A run's receipt of a node that ended in this way.
    static Receipt ended(long number, String step, String outcome) {
        var details = JsonObject.builder().put("node", "fetch").put("outcome", outcome);
        return issuer(Wire.V0_1)
                .issue(draft(number)
                        .workflow(context(step).build())
                        .extension(
                                ReceiptDraft.STEP_TYPE,
                                outcome.equals("failed")
                                        ? details.put("error_code", "TIMEOUT").build()
                                        : details.build())
                        .build());
    }

    static Receipt any() {
        return receipt(1, context("A").build());
    }

    static Receipt summary(long number, WorkflowStatus status, @Nullable WorkflowError error) {
        Instant end = Instant.ofEpochSecond(TIME + number);
        var evidence = new SummaryEvidence(
                WORKFLOW,
                status,
                Instant.ofEpochSecond(TIME),
                status.isTerminal() ? end : null,
                null,
                Digest.of(new byte[0]),
                1L,
                "agent:orchestrator@example.com",
                List.of(),
                null,
                error);
        return issuer(Wire.V0_1).issueSummary(id(number), new WorkflowSummary(ISSUER, end, null, evidence), null);
    }
}
