package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a summary shall say. At first it is true to its history.
public final class SummaryDraft {

    private final History history;
    public WorkflowStatus status = WorkflowStatus.COMPLETED;
    public long issuedAt;

    @Nullable
    public Instant expiresAt;

    @Nullable
    public List<String> refs;

    @Nullable
    public Digest root;

    @Nullable
    public Long count;

    @Nullable
    public CommitLog commitLog;

    public List<String> agents;

    @Nullable
    public WorkflowError error;

    SummaryDraft(History history) {
        this.history = history;
        this.issuedAt = history.now();
        this.refs = history.digests().stream().map(Digest::toString).toList();
        this.root = history.root();
        this.count = (long) history.digests().size();
        this.commitLog = history.commitLog();
        this.agents = history.issued().stream()
                .map(Receipt::workflow)
                .filter(Objects::nonNull)
                .map(WorkflowContext::orchestratorId)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    public SummaryDraft open() {
        status = WorkflowStatus.IN_PROGRESS;
        return this;
    }

    public SummaryDraft onlyRefs(List<String> values) {
        refs = values;
        root = null;
        count = null;
        commitLog = null;
        return this;
    }

    public SummaryDraft onlyRoot() {
        refs = null;
        commitLog = null;
        return this;
    }

    public Receipt issue() {
        Instant at = Instant.ofEpochSecond(issuedAt);
        SummaryEvidence evidence = new SummaryEvidence(
                history.id(),
                status,
                Instant.ofEpochSecond(Keys.NOW - 20_000),
                status.isTerminal() ? at : null,
                refs,
                root,
                count,
                "agent:orchestrator",
                agents,
                null,
                error);
        var issuer = history.issuer();
        return issuer.issueSummary(
                history.nextId(), new WorkflowSummary(issuer.issuer(), at, expiresAt, evidence), commitLog);
    }
}
