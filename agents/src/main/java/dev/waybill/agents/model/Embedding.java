package dev.waybill.agents.model;

import dev.waybill.base.json.JsonArray;

/// What came of a request for a vector.
public sealed interface Embedding {

    /// @param vector numbers as the provider wrote them
    /// @param model who made it
    record Made(JsonArray vector, String model, Usage usage) implements Embedding {}

    record Failed(ModelAnswer.Failed failure) implements Embedding {}
}
