package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;

/// What a model said.
///
/// @param message goes into the conversation as it is
/// @param model who answered, as the provider says; may be a version of the model that was asked
/// @param raw the provider's whole answer, with everything that nobody here knows
public record Reply(ModelMessage message, StopReason stopReason, Usage usage, String model, JsonObject raw) {}
