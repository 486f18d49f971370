package dev.waybill.agents.model;

import java.util.Optional;

/// Who is asked.
///
/// @param price empty when the operator does not say
public record ModelChoice(ModelProvider provider, String model, Optional<Price> price) {}
