package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One workflow of the set.
///
/// @param firstIssuedAt epoch seconds of its oldest receipt
/// @param lastIssuedAt epoch seconds of its newest receipt
/// @param status what its summary says; null without one
/// @param commitment how its summary commits to the receipts: `merkle`, `refs`, `merkle+refs`, `ids` or `none`
/// @param merkleRoot the signed root, if any
/// @param complete whether a final summary commits to exactly the receipts here
/// @param order whether the hash chain proves in which order they were committed
/// @param chains how many chains there are
/// @param sequence the first receipts in commit order, by reference; empty unless the order is proven
/// @param summaryRef the summary that counts, if any
/// @param errorCode why it is no success, as its summary says
/// @param errorMessage the same in words
public record WorkflowReport(
        String workflowId,
        int receipts,
        long firstIssuedAt,
        long lastIssuedAt,
        @Nullable String status,
        String commitment,
        @Nullable String merkleRoot,
        boolean complete,
        Order order,
        int chains,
        List<String> sequence,
        @Nullable String summaryRef,
        @Nullable String errorCode,
        @Nullable String errorMessage) {

    public WorkflowReport {
        sequence = List.copyOf(sequence);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("workflow_id", workflowId)
                .put("receipts", receipts)
                .put("first_issued_at", Instant.ofEpochSecond(firstIssuedAt).toString())
                .put("last_issued_at", Instant.ofEpochSecond(lastIssuedAt).toString())
                .put("status", status == null ? JsonNull.NULL : new JsonString(status))
                .put("commitment", commitment)
                .putIfPresent("receipt_merkle_root", merkleRoot)
                .put("complete", complete)
                .put("order", order.wire())
                .put("chains", chains)
                .put("sequence", JsonArray.ofStrings(sequence))
                .putIfPresent("summary", summaryRef)
                .putIfPresent("error_code", errorCode)
                .putIfPresent("error_message", errorMessage)
                .build();
    }
}
