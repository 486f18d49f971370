package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
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

    static @Nullable SummaryClaims read(JsonObject extensions, String issuer) {
        JsonValue attestation = extensions.get(EXTENSION_KEY);
        if (attestation == null) {
            return null;
        }
        WorkflowSummary summary = WorkflowSummary.parse(attestation);
        if (!summary.issuer().equals(issuer)) {
            throw new Rejected(
                    Code.E_WORKFLOW_SUMMARY_INVALID,
                    "/issuer",
                    "the summary names issuer " + summary.issuer() + ", but " + issuer + " signed it");
        }
        JsonValue log = extensions.get(CommitLog.EXTENSION_KEY);
        return new SummaryClaims(summary, log == null ? null : CommitLog.parse(log));
    }
}
