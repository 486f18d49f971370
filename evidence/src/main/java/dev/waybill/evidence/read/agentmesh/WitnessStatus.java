package dev.waybill.evidence.read.agentmesh;

/// What the witness in a commit's message proves. The names are AgentMesh's own, but for [#SQUASH].
public enum WitnessStatus {
    VERIFIED,
    /// Several commits became one: each witness holds, and none of them covers the patch that was made of them.
    SQUASH,
    NO_TRAILERS,
    WITNESS_MISSING,
    WITNESS_PAYLOAD_INVALID,
    WITNESS_HASH_MISMATCH,
    SIGNATURE_INVALID,
    PATCH_MISMATCH,
    FILES_MISMATCH
}
