package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonObject;

/// How many receipts there were, and of which kind.
public final class AuditCounts {

    long total;
    long valid;
    long duplicates;
    long summaries;
    long outsideWorkflows;
    long workflows;

    AuditCounts() {}

    public long total() {
        return total;
    }

    public long valid() {
        return valid;
    }

    public long invalid() {
        return total - valid;
    }

    public long duplicates() {
        return duplicates;
    }

    /// Receipts that carry a summary.
    public long summaries() {
        return summaries;
    }

    /// Valid receipts that belong to no workflow.
    public long outsideWorkflows() {
        return outsideWorkflows;
    }

    /// Workflows that have a receipt here.
    public long workflows() {
        return workflows;
    }

    JsonObject toJson() {
        return JsonObject.of("receipts", total)
                .with("valid", valid)
                .with("invalid", invalid())
                .with("duplicates", duplicates)
                .with("summaries", summaries)
                .with("outside_workflows", outsideWorkflows)
                .with("workflows", workflows);
    }
}
