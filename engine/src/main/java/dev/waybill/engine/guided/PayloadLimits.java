package dev.waybill.engine.guided;

/// How much one request may bring. What is larger is refused by name, never cut.
public final class PayloadLimits {

    /// Bytes of the context's canonical JSON, of one request and of a node after it.
    public static final int CONTEXT_BYTES = 256 * 1024;

    /// Nested arrays and objects, in the context and in an artifact.
    public static final int DEPTH = 64;

    /// Bytes of the notes as UTF-8.
    public static final int NOTES_BYTES = 64 * 1024;

    public static final int ARTIFACTS = 32;

    /// Bytes of one artifact's canonical JSON.
    public static final int ARTIFACT_BYTES = 256 * 1024;

    private PayloadLimits() {}
}
