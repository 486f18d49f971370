package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.RunState;
import org.jspecify.annotations.Nullable;

/// A run that was told something.
///
/// @param state of the run now
/// @param earlier what the same call was answered before; null when this is the first
public record ToldRun(RunState state, @Nullable JsonObject earlier) {}
