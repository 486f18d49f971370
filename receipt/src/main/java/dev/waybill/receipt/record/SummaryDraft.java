package dev.waybill.receipt.record;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.merkle.MerkleFrontier;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a summary shall say, before it has receipts to commit to and a signature.
///
/// Up to 99 receipts the summary lists them; from 100 on the Merkle root alone speaks for them. It carries
/// root and count always, since a root costs little and makes disclosure possible.
///
/// @param at when it is signed; a workflow that has ended ended then
/// @param extensions what its receipt carries beside it, by key
/// @param agents all that acted, in the order of their appearance; more than a hundred are made to fit
public record SummaryDraft(
        WorkflowId workflowId,
        WorkflowStatus status,
        Instant startedAt,
        Instant at,
        String orchestrator,
        List<String> agents,
        @Nullable Digest finalResult,
        @Nullable WorkflowError error,
        JsonObject extensions) {

    private static final int LISTED_RECEIPTS = 99;

    /// A summary that says nothing besides.
    public SummaryDraft(
            WorkflowId workflowId,
            WorkflowStatus status,
            Instant startedAt,
            Instant at,
            String orchestrator,
            List<String> agents,
            @Nullable Digest finalResult,
            @Nullable WorkflowError error) {
        this(workflowId, status, startedAt, at, orchestrator, agents, finalResult, error, JsonObject.EMPTY);
    }

    public SummaryDraft {
        agents = List.copyOf(agents);
    }

    /// Signs for exactly these receipts.
    ///
    /// @param receiptId the name of the summary's own receipt, a UUIDv7
    /// @param committed all receipts of the workflow, in commit order
    public Receipt sign(ReceiptIssuer issuer, String receiptId, List<Digest> committed) {
        if (committed.isEmpty()) {
            throw new IllegalStateException("a workflow without a receipt has nothing to sum up");
        }
        MerkleFrontier commits = new MerkleFrontier();
        committed.forEach(commits::append);
        return issuer.issueSummary(
                receiptId,
                new WorkflowSummary(issuer.issuer(), at, null, evidence(committed)),
                new CommitLog(committed.getLast(), commits.root(), committed.size()),
                extensions);
    }

    private SummaryEvidence evidence(List<Digest> committed) {
        return new SummaryEvidence(
                workflowId,
                status,
                startedAt,
                status.isTerminal() ? at : null,
                committed.size() > LISTED_RECEIPTS
                        ? null
                        : committed.stream().map(Digest::toString).toList(),
                SortedReceiptSet.root(committed),
                (long) committed.size(),
                orchestrator,
                AgentList.of(agents),
                finalResult,
                error);
    }
}
