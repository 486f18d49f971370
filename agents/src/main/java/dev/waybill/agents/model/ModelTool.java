package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A tool as a model sees it.
///
/// @param parameters JSON Schema of its arguments
public record ModelTool(String name, @Nullable String description, JsonObject parameters) {

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("name", name)
                .putIfPresent("description", description)
                .put("parameters", parameters)
                .build();
    }
}
