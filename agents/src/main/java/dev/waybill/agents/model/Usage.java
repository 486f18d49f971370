package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;

/// What a request has used, in tokens.
///
/// @param input everything that was read, cached or not
/// @param output everything that was written, reasoning included
/// @param cached how many of the input tokens came from the provider's cache
public record Usage(long input, long output, long cached) {

    public static final Usage NONE = new Usage(0, 0, 0);

    public Usage {
        input = Math.max(0, input);
        output = Math.max(0, output);
        cached = Math.max(0, cached);
    }

    public long total() {
        return Math.addExact(input, output);
    }

    public Usage plus(Usage other) {
        return new Usage(input + other.input, output + other.output, cached + other.cached);
    }

    /// As the outputs of `core.ai.*` have it.
    public JsonObject toJson() {
        return JsonObject.of("inputTokens", input).with("outputTokens", output).with("totalTokens", total());
    }
}
