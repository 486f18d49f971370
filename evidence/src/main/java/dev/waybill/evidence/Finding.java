package dev.waybill.evidence;

import org.jspecify.annotations.Nullable;

/// One thing that a reader of the evidence must know.
///
/// @param place where it was found; null when it concerns no single place
/// @param message what was expected and what was found
public record Finding(FindingCode code, @Nullable Place place, String message) {}
