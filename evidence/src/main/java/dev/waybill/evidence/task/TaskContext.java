package dev.waybill.evidence.task;

import dev.waybill.base.EvidenceEnvelope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the records of a task carry in their envelope. Absent means unknown: nothing is made up on the way.
///
/// @param repo the system in whose name the records are written, the first part of their origin
public record TaskContext(
        String repo,
        String task,
        String correlation,
        @Nullable String episode,
        @Nullable String agent,
        @Nullable String policyVersion,
        @Nullable String contextHash) {

    /// @param module the part of the system that writes the record
    EvidenceEnvelope envelope(String module, List<String> parents) {
        EvidenceEnvelope envelope =
                EvidenceEnvelope.issued(correlation, repo + "/" + module).with(EvidenceEnvelope.TASK_ID, task);
        envelope = with(envelope, EvidenceEnvelope.EPISODE_ID, episode);
        envelope = with(envelope, EvidenceEnvelope.AGENT_ID, agent);
        envelope = with(envelope, EvidenceEnvelope.POLICY_VERSION, policyVersion);
        envelope = with(envelope, EvidenceEnvelope.CONTEXT_HASH, contextHash);
        return parents.isEmpty() ? envelope : envelope.withParents(parents);
    }

    private static EvidenceEnvelope with(EvidenceEnvelope envelope, String name, @Nullable String value) {
        return value == null ? envelope : envelope.with(name, value);
    }
}
