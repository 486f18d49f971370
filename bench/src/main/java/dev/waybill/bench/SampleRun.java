package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowIds;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A workflow that keeps running: each step is new, has its own ids, and is chained to the one before.
///
/// Its steps fork and join: one step, two side by side after it, one that joins them, and so on. For one
/// thread.
final class SampleRun {

    static final String ISSUER = "https://orchestrator.example.com";
    static final String AGENT = "agent:planner-01";

    private static final int STEPS_OF_A_DIAMOND = 3;

    private final ReceiptIssuer issuer;
    private final InstantSource clock;
    private final WorkflowIds ids;
    private final UuidV7Factory receiptIds;
    private final WorkflowId workflowId;
    private final String startedBy = Digest.of(new byte[0]).toString();

    private long index;
    private List<StepId> parents = List.of();
    private @Nullable StepId left;
    private @Nullable Digest previous;

    SampleRun(SigningKey key, Wire wire) {
        this.issuer = new ReceiptIssuer(key, wire, ISSUER);
        this.clock = InstantSource.system();
        SecureRandom random = new SecureRandom();
        this.ids = WorkflowIds.withUlids(clock, random);
        this.receiptIds = new UuidV7Factory(clock, random);
        this.workflowId = ids.newWorkflowId();
    }

    static SigningKey newKey() {
        return SigningKey.generate(new SecureRandom());
    }

    /// Signs the next step, from fresh ids to the finished receipt.
    Receipt next() {
        StepId step = ids.newStepId();
        Receipt receipt = issuer.issue(
                ReceiptDraft.builder(nextReceiptId(), clock.instant().getEpochSecond())
                        .workflow(context(step))
                        .build());
        previous = receipt.ref();
        advance(step);
        return receipt;
    }

    private WorkflowContext context(StepId step) {
        return WorkflowContext.builder(workflowId, step)
                .parents(parents)
                .orchestratorId(AGENT)
                .orchestratorReceiptRef(startedBy)
                .stepIndex(index)
                .toolName("search_flights")
                .framework("langgraph")
                .prevReceiptHash(previous)
                .build();
    }

    /// The shape 0 -> (1, 2) -> 3 -> (4, 5) -> 6 …
    private void advance(StepId step) {
        switch ((int) (index % STEPS_OF_A_DIAMOND)) {
            case 0 -> parents = List.of(step);
            case 1 -> left = step;
            default -> parents = left == null ? List.of(step) : List.of(left, step);
        }
        index++;
    }

    String nextReceiptId() {
        return receiptIds.next().toString();
    }

    ReceiptIssuer issuer() {
        return issuer;
    }

    WorkflowId workflowId() {
        return workflowId;
    }
}
