package dev.waybill.evidence;

import dev.waybill.base.EvidenceEnvelope;

/// What a record can be about. Each has its member in the envelope, and a native name in most systems.
public enum Field {
    CORRELATION(EvidenceEnvelope.CORRELATION_ID),
    TASK(EvidenceEnvelope.TASK_ID),
    EPISODE(EvidenceEnvelope.EPISODE_ID),
    AGENT(EvidenceEnvelope.AGENT_ID),
    POLICY_VERSION(EvidenceEnvelope.POLICY_VERSION),
    CONTEXT_HASH(EvidenceEnvelope.CONTEXT_HASH);

    private final String envelopeName;

    Field(String envelopeName) {
        this.envelopeName = envelopeName;
    }

    public String envelopeName() {
        return envelopeName;
    }
}
