package dev.waybill.receipt;

import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.WorkflowSummary;
import org.jspecify.annotations.Nullable;

/// A workflow summary inside the receipt that signs it.
///
/// PEAC defines the attestation but not how it is signed. Here it is a receipt of its own that carries the
/// attestation in one extension; whoever signs must be the issuer that the attestation names.
record SummaryClaims(WorkflowSummary summary, @Nullable CommitLog commitLog) {

    static final String EXTENSION_KEY = "org.peacprotocol/workflow-summary";

    static SummaryClaims read(JsonValue attestation, String issuer, @Nullable CommitLog commitLog) {
        WorkflowSummary summary = WorkflowSummary.parse(attestation);
        if (!summary.issuer().equals(issuer)) {
            throw new Rejected(
                    Code.E_WORKFLOW_SUMMARY_INVALID,
                    "/issuer",
                    "the summary names issuer " + summary.issuer() + ", but " + issuer + " signed it");
        }
        return new SummaryClaims(summary, commitLog);
    }
}
