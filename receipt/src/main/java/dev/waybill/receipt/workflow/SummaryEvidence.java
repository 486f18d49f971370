package dev.waybill.receipt.workflow;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Rejected;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a summary attests: how a run went and which receipts belong to it.
///
/// It commits to its receipts by references, by a Merkle root with their count, or by both.
///
/// @param receiptRefs at most 10,000 references to receipts
/// @param receiptMerkleRoot the root over the sorted receipt digests; comes with a count
/// @param agentsInvolved at most 100 agents
public record SummaryEvidence(
        WorkflowId workflowId,
        WorkflowStatus status,
        Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable List<String> receiptRefs,
        @Nullable Digest receiptMerkleRoot,
        @Nullable Long receiptCount,
        String orchestratorId,
        List<String> agentsInvolved,
        @Nullable Digest finalResultHash,
        @Nullable WorkflowError errorContext) {

    /// @throws Rejected with `E_WORKFLOW_SUMMARY_INVALID`
    public SummaryEvidence {
        SummaryRules.checkTime("/evidence/started_at", startedAt);
        SummaryRules.checkTime("/evidence/completed_at", completedAt);
        if (receiptRefs != null) {
            receiptRefs = List.copyOf(receiptRefs);
            SummaryRules.checkTexts("/evidence/receipt_refs", receiptRefs, SummaryRules.MOST_RECEIPT_REFS);
        }
        SummaryRules.checkCount("/evidence/receipt_count", receiptCount);
        SummaryRules.checkLength("/evidence/orchestrator_id", orchestratorId, SummaryRules.LONGEST_TEXT);
        agentsInvolved = List.copyOf(agentsInvolved);
        SummaryRules.checkTexts("/evidence/agents_involved", agentsInvolved, SummaryRules.MOST_AGENTS);
        checkCommitment(receiptRefs, receiptMerkleRoot, receiptCount);
    }

    /// The fields in the order of the specification; absent ones are left out.
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("workflow_id", workflowId.value())
                .put("status", status.wire())
                .put("started_at", startedAt.toString())
                .putIfPresent("completed_at", completedAt == null ? null : completedAt.toString())
                .putIfPresent("receipt_refs", receiptRefs == null ? null : JsonArray.ofStrings(receiptRefs))
                .putIfPresent("receipt_merkle_root", receiptMerkleRoot == null ? null : receiptMerkleRoot.toString())
                .putIfPresent("receipt_count", receiptCount == null ? null : JsonNumber.of(receiptCount))
                .put("orchestrator_id", orchestratorId)
                .put("agents_involved", JsonArray.ofStrings(agentsInvolved))
                .putIfPresent("final_result_hash", finalResultHash == null ? null : finalResultHash.toString())
                .putIfPresent("error_context", errorContext == null ? null : errorContext.toJson())
                .build();
    }

    private static void checkCommitment(@Nullable List<String> refs, @Nullable Digest root, @Nullable Long count) {
        if (refs == null && root == null) {
            throw Refusal.summary(
                    "/evidence",
                    "receipt_refs or receipt_merkle_root",
                    "neither",
                    "commit to the receipts of the workflow");
        }
        if (root != null && count == null) {
            throw Refusal.summary(
                    "/evidence/receipt_count",
                    "the number of receipts under receipt_merkle_root",
                    "nothing",
                    "add receipt_count");
        }
    }
}
