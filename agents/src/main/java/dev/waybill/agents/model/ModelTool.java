package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A tool as a model sees it.
///
/// @param parameters JSON Schema of its arguments
/// @param options members for the provider's own declaration of it, such as `{"strict": true}`
public record ModelTool(String name, @Nullable String description, JsonObject parameters, JsonObject options) {

    public ModelTool(String name, @Nullable String description, JsonObject parameters) {
        this(name, description, parameters, JsonObject.EMPTY);
    }

    /// What the semantic key is taken from.
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("name", name)
                .putIfPresent("description", description)
                .put("parameters", parameters)
                .putIfPresent("options", options.isEmpty() ? null : options)
                .build();
    }
}
