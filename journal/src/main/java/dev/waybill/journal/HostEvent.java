package dev.waybill.journal;

import dev.waybill.base.Digest;
import org.jspecify.annotations.Nullable;

/// An event in the log of another host.
///
/// @param workflowId the `workflow_id` of its run's receipts; null where that host does not say
/// @param summary the receipt of the summary with which its run ended; null while it goes on, or is not shown
public record HostEvent(
        String hostId,
        String eventId,
        @Nullable String workflowId,
        @Nullable Digest summary) {

    public HostEvent(String hostId, String eventId) {
        this(hostId, eventId, null, null);
    }
}
