package dev.waybill.workflow.guided;

/// A document that the agent should read: a pointer, not the text.
///
/// @param resolveFrom `workspace` or `package`
public record Reference(
        String id, String title, String source, String purpose, boolean authoritative, String resolveFrom) {}
