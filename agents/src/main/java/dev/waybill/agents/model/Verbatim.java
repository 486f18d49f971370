package dev.waybill.agents.model;

import dev.waybill.base.json.JsonValue;

/// A message as a provider wrote it. It goes back to a provider of the same wire as it came, with every member that
/// nobody here knows and every signature; providers refuse reasoning that was changed on the way.
///
/// @param wire whose words they are
public record Verbatim(String wire, JsonValue json) {}
