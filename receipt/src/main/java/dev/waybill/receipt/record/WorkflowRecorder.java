package dev.waybill.receipt.record;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.context.ToolCalls;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Signs for one workflow, step by step: each receipt names the one before it, and the summary commits to
/// all of them.
///
/// What is too much for one receipt is made to fit, never refused: see [#join], [LongText] and [AgentList].
public final class WorkflowRecorder {

    private final ReceiptIssuer issuer;
    private final WorkflowId workflowId;
    private final String orchestrator;
    private final Supplier<String> receiptIds;
    private final List<Digest> digests = new ArrayList<>();
    private final Set<String> agents = new LinkedHashSet<>();
    private final ToolCalls calls = new ToolCalls();
    private @Nullable Digest head;
    private @Nullable Instant startedAt;

    /// @param orchestrator the agent that coordinates, as `agents_involved` shall name it
    /// @param receiptIds gives each receipt its own name, a UUIDv7
    public WorkflowRecorder(
            ReceiptIssuer issuer, WorkflowId workflowId, String orchestrator, Supplier<String> receiptIds) {
        this.issuer = issuer;
        this.workflowId = workflowId;
        this.orchestrator = orchestrator;
        this.receiptIds = receiptIds;
        agents.add(orchestrator);
    }

    public WorkflowId workflowId() {
        return workflowId;
    }

    /// Signs for a step. Signing for the same step again, with the same parents, reports its progress.
    ///
    /// @param details further members of the context: tool, framework, agent, …
    public Receipt step(StepId step, List<StepId> parents, Instant at, UnaryOperator<WorkflowContext.Builder> details) {
        return step(step, parents, at, details, _ -> {});
    }

    /// Signs for a step with more than its context: payment, trace, extensions.
    public Receipt step(
            StepId step,
            List<StepId> parents,
            Instant at,
            UnaryOperator<WorkflowContext.Builder> details,
            Consumer<ReceiptDraft.Builder> claims) {
        WorkflowContext.Builder context = details.apply(
                WorkflowContext.builder(workflowId, step).parents(parents).orchestratorId(orchestrator));
        ReceiptDraft.Builder draft = ReceiptDraft.builder(receiptIds.get(), at.getEpochSecond())
                .workflow(context.prevReceiptHash(head).build());
        claims.accept(draft);
        Receipt receipt = issuer.issue(once(draft.build()));
        remember(receipt, at);
        return receipt;
    }

    private ReceiptDraft once(ReceiptDraft draft) {
        calls.claim(new JsonObject(draft.extensions()), Objects.requireNonNull(draft.workflow()));
        return draft;
    }

    /// Signs for a step whose parents can be withheld later; see [Redactable].
    ///
    /// @param random a cryptographic source, for the salt
    public RedactableStep redactableStep(
            StepId step,
            List<StepId> parents,
            Instant at,
            UnaryOperator<WorkflowContext.Builder> details,
            SecureRandom random) {
        String disclosure = Redactable.disclose(parents, random);
        Receipt receipt = step(step, parents, at, details, draft -> draft.disclosure(disclosure));
        return new RedactableStep(receipt, disclosure);
    }

    /// Parents that fit one step: 16 steps at most. More are brought together by receipts of their own, a
    /// tree of joins, whose last members are answered.
    ///
    /// @param joinIds gives each join its step id
    /// @param joins takes the receipt of each join
    public List<StepId> join(List<StepId> parents, Instant at, Supplier<StepId> joinIds, Consumer<Receipt> joins) {
        JoinTree tree = JoinTree.of(parents, _ -> joinIds.get());
        for (JoinTree.Join join : tree.joins()) {
            joins.accept(step(join.step(), join.parents(), at, context -> context.toolName(JoinTree.TOOL)));
        }
        return tree.parents();
    }

    private void remember(Receipt receipt, Instant at) {
        WorkflowContext context = receipt.workflow();
        if (context != null && context.orchestratorId() != null) {
            agents.add(context.orchestratorId());
        }
        head = receipt.ref();
        startedAt = startedAt == null ? at : startedAt;
        digests.add(receipt.ref());
    }

    /// Signs that the workflow ended well, or is still going on.
    public Receipt summary(WorkflowStatus status, Instant at, @Nullable Digest finalResult) {
        return summary(status, at, finalResult, null);
    }

    /// Signs that a step failed and the workflow with it.
    public Receipt failed(WorkflowError error, Instant at) {
        return summary(WorkflowStatus.FAILED, at, null, error);
    }

    private Receipt summary(
            WorkflowStatus status, Instant at, @Nullable Digest finalResult, @Nullable WorkflowError error) {
        Instant began = startedAt == null ? at : startedAt;
        return new SummaryDraft(workflowId, status, began, at, orchestrator, List.copyOf(agents), finalResult, error)
                .sign(issuer, receiptIds.get(), digests);
    }
}
