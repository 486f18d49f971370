package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The proof of a run in one object: who says so, when, and the evidence.
///
/// The object itself is not signed; a receipt that carries it is.
///
/// @param issuer an https URL
public record WorkflowSummary(
        String issuer, Instant issuedAt, @Nullable Instant expiresAt, SummaryEvidence evidence) {

    /// The value of the member `type`.
    public static final String TYPE = "peac/workflow-summary";

    /// @throws Rejected with `E_WORKFLOW_SUMMARY_INVALID`
    public WorkflowSummary {
        SummaryRules.checkIssuer(issuer);
        SummaryRules.checkTime("/issued_at", issuedAt);
        SummaryRules.checkTime("/expires_at", expiresAt);
    }

    /// Reads a summary; unknown fields are refused at every level.
    ///
    /// @throws Rejected with `E_WORKFLOW_SUMMARY_INVALID`
    public static WorkflowSummary parse(JsonValue summary) {
        return SummaryParser.parse(summary);
    }

    /// What the specification says should be otherwise, and what cannot be true, in a valid summary.
    public List<SummaryAdvice> advice() {
        return SummaryAdvice.about(this);
    }

    /// Whether the summary's validity has ended at a given time.
    public boolean isExpiredAt(Instant time) {
        return expiresAt != null && !time.isBefore(expiresAt);
    }

    /// The fields in the order of the specification; absent ones are left out.
    public JsonObject toJson() {
        return JsonObject.of("type", TYPE)
                .with("issuer", issuer)
                .with("issued_at", issuedAt.toString())
                .withIfPresent("expires_at", expiresAt == null ? null : expiresAt.toString())
                .with("evidence", evidence.toJson());
    }
}
