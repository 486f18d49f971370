package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;

/// The JSON that a model has to answer with.
///
/// @param name of the schema; providers show it to the model
/// @param strict whether the provider must enforce it; most then allow a part of JSON Schema only
public record ResponseFormat(String name, JsonObject schema, boolean strict) {

    public ResponseFormat(JsonObject schema) {
        this("result", schema, false);
    }

    public JsonObject toJson() {
        JsonObject json =
                JsonObject.of("type", "json_schema").with("name", name).with("schema", schema);
        return strict ? json.with("strict", true) : json;
    }

    /// What to tell a model that cannot be held to a schema otherwise.
    public String inWords() {
        return "Answer with one JSON value that is valid against this JSON Schema, and nothing else:\n" + schema;
    }
}
