package dev.waybill.runtime;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.workflow.guided.GuidedWorkflow;
import org.jspecify.annotations.Nullable;

/// A guided run that somebody wants.
///
/// @param session what it belongs to
/// @param envelope what the caller brings of the evidence envelope; without a correlation id and a parent it is a root
/// @param parent the step of another run inside which it happens; null when it stands alone
/// @param metadata what is recorded with the start
/// @param remote the run on another host whose call started it; null when none did
public record GuidedStart(
        GuidedWorkflow workflow,
        JsonObject context,
        String session,
        EvidenceEnvelope envelope,
        @Nullable Parent parent,
        JsonObject metadata,
        Origin.@Nullable Remote remote) {

    public record Parent(RunId run, String stepId) {}
}
