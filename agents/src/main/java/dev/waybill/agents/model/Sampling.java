package dev.waybill.agents.model;

import dev.waybill.base.json.JsonNumber;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a model draws its words. What is null is left to the provider.
///
/// @param maxOutputTokens where it stops at the latest
/// @param seed for providers that can draw the same twice
/// @param stop texts at which it stops
public record Sampling(
        @Nullable JsonNumber temperature,
        @Nullable JsonNumber topP,
        @Nullable JsonNumber topK,
        @Nullable Long maxOutputTokens,
        @Nullable Long seed,
        List<String> stop) {

    /// As the provider has it.
    public static final Sampling USUAL = new Sampling(null, null, null, null, null, List.of());

    public Sampling {
        stop = List.copyOf(stop);
        if (maxOutputTokens != null && maxOutputTokens < 1) {
            throw new IllegalArgumentException("maxOutputTokens must be at least 1, found " + maxOutputTokens);
        }
    }

    public Sampling temperature(@Nullable JsonNumber other) {
        return new Sampling(other, topP, topK, maxOutputTokens, seed, stop);
    }

    public Sampling maxOutputTokens(@Nullable Long most) {
        return new Sampling(temperature, topP, topK, most, seed, stop);
    }

    public Sampling stop(List<String> others) {
        return new Sampling(temperature, topP, topK, maxOutputTokens, seed, others);
    }
}
