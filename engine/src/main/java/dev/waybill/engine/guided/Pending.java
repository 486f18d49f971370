package dev.waybill.engine.guided;

/// A step as the agent gets it.
///
/// @param prompt everything that the workflow has to say about the step
/// @param requireConfirmation whether the agent must ask its user before it acknowledges
public record Pending(String stepId, String title, String prompt, boolean requireConfirmation) {}
