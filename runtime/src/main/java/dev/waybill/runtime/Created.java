package dev.waybill.runtime;

import dev.waybill.journal.RunId;

/// A run that somebody asked for.
///
/// @param again whether it was there already, because the same call came before
public record Created(RunId run, boolean again) {}
