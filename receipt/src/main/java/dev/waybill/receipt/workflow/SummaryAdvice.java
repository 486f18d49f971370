package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thing that a valid summary should say differently, or that cannot be true.
///
/// The schema accepts such a summary; an auditor wants to know.
///
/// @param code stable, in snake case
/// @param message what was expected, what was found, what to do
public record SummaryAdvice(String code, String message) {

    /// The remarks as `{"code":…,"message":…}` each.
    public static JsonArray toJson(List<SummaryAdvice> remarks) {
        List<JsonValue> items = new ArrayList<>();
        remarks.forEach(remark -> items.add(JsonObject.of("code", remark.code).with("message", remark.message)));
        return new JsonArray(items);
    }

    static List<SummaryAdvice> about(WorkflowSummary summary) {
        var advice = new ArrayList<SummaryAdvice>();
        outcome(summary.evidence(), advice);
        times(summary, advice);
        commitment(summary.evidence(), advice);
        return List.copyOf(advice);
    }

    private static void outcome(SummaryEvidence evidence, List<SummaryAdvice> advice) {
        WorkflowStatus status = evidence.status();
        if (status == WorkflowStatus.FAILED && evidence.errorContext() == null) {
            add(advice, "error_context_missing", "a failed workflow should say where and why; add error_context");
        }
        if (status == WorkflowStatus.COMPLETED && evidence.errorContext() != null) {
            add(advice, "error_context_on_completed", "a completed workflow has error_context; correct the status");
        }
        if (status.isTerminal() && evidence.completedAt() == null) {
            add(advice, "completed_at_missing", "a " + status.wire() + " workflow should say when; add completed_at");
        }
        if (!status.isTerminal() && evidence.completedAt() != null) {
            add(advice, "completed_at_in_progress", "a workflow in progress has completed_at; correct the status");
        }
    }

    private static void times(WorkflowSummary summary, List<SummaryAdvice> advice) {
        Instant started = summary.evidence().startedAt();
        Instant completed = summary.evidence().completedAt();
        Instant issued = summary.issuedAt();
        if (isBefore(completed, started)) {
            add(advice, "completed_before_started", "completed_at " + completed + " is before started_at " + started);
        }
        if (isBefore(issued, started)) {
            add(advice, "issued_before_started", "issued_at " + issued + " is before started_at " + started);
        }
        if (completed != null && issued.isBefore(completed)) {
            add(advice, "issued_before_completed", "issued_at " + issued + " is before completed_at " + completed);
        }
        if (isBefore(summary.expiresAt(), issued)) {
            String expires = "expires_at " + summary.expiresAt();
            add(advice, "expired_when_issued", expires + " is before issued_at " + issued);
        }
    }

    private static void commitment(SummaryEvidence evidence, List<SummaryAdvice> advice) {
        List<String> refs = evidence.receiptRefs();
        Long count = evidence.receiptCount();
        if (refs != null && new LinkedHashSet<>(refs).size() < refs.size()) {
            add(advice, "receipt_refs_duplicate", "receipt_refs names a receipt twice; list each receipt once");
        }
        if (refs != null && count != null && count != refs.size()) {
            add(advice, "receipt_count_mismatch", "receipt_count is " + count + ", receipt_refs has " + refs.size());
        }
        if (evidence.receiptMerkleRoot() != null && count != null && count == 0) {
            add(advice, "merkle_root_without_receipts", "no Merkle root covers 0 receipts; nothing can be proved");
        }
    }

    private static boolean isBefore(@Nullable Instant time, Instant other) {
        return time != null && time.isBefore(other);
    }

    private static void add(List<SummaryAdvice> advice, String code, String message) {
        advice.add(new SummaryAdvice("summary_" + code, message));
    }
}
