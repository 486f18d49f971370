package dev.waybill.view.report;

import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.EvidenceGraph;
import dev.waybill.receipt.audit.WorkflowReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Why runs ended as they did, in words, as far as it is signed.
final class ReportEnds {

    private static final String VERDICT = "verdict:";
    private static final int LISTED = 6;

    private ReportEnds() {}

    /// What a summary says about an end that is no success; empty for the others.
    static Optional<String> of(WorkflowReport workflow) {
        String code = workflow.errorCode();
        if (code == null) {
            return Optional.empty();
        }
        String message = Objects.requireNonNullElse(workflow.errorMessage(), "");
        return Optional.of(
                switch (code) {
                    case "GOAL_NOT_MET" ->
                        "gave up: the run came to its end, and its goal is not met (GOAL_NOT_MET: " + message + ")";
                    case "verification_unresolved" ->
                        "blocked: it was to end as done over a result that a critic found bad (" + code + ": " + message
                                + ")";
                    case "verification_failed", "verifier_failed", "attestation_mismatch", "approval_rejected" ->
                        "blocked: a result was not taken over (" + code + ": " + message + ")";
                    case "loop_limit_exceeded" -> "stopped at the bound of its loop (" + code + ": " + message + ")";
                    default -> code + ": " + message;
                });
    }

    /// What critics have signed for, by critic; empty when nobody did.
    static String verdicts(AuditReport report) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (EvidenceGraph.Step step : report.graph().steps()) {
            String tool = step.toolName();
            if (tool != null && tool.startsWith(VERDICT)) {
                String by = step.orchestratorId() == null ? "somebody" : step.orchestratorId();
                counts.merge(tool.substring(VERDICT.length()) + " by " + by, 1, Integer::sum);
            }
        }
        List<String> told = counts.entrySet().stream()
                .limit(LISTED)
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .toList();
        int more = counts.size() - told.size();
        return String.join(", ", told) + (more > 0 ? " and " + more + " others" : "");
    }
}
