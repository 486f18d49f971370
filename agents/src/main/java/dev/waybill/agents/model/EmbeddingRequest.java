package dev.waybill.agents.model;

import org.jspecify.annotations.Nullable;

/// @param dimensions how long the vector is to be; null for the model's usual length
public record EmbeddingRequest(
        String model, String text, @Nullable Long dimensions) {}
