package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A type's manifest, ready to judge nodes by.
///
/// @param config judges a node's `config`
/// @param inputs judges the values of its input ports
/// @param ports that an edge may leave by. The engine lets failures out by `error`, and results by a port
///     that is named like one of the outputs
record NodeContract(NodeManifest manifest, JsonSchema config, JsonSchema inputs, Set<String> ports) {

    /// @throws IllegalArgumentException when a schema of the type cannot be applied
    static NodeContract of(NodeType type) {
        NodeManifest manifest = type.manifest();
        try {
            JsonSchema.compile(manifest.outputs());
            return new NodeContract(
                    manifest,
                    JsonSchema.compile(manifest.config()),
                    JsonSchema.compile(manifest.inputs()),
                    ports(manifest));
        } catch (InvalidSchema e) {
            throw new IllegalArgumentException(
                    "a schema of the node type %s cannot be used: %s".formatted(type.typeId(), e.getMessage()), e);
        }
    }

    /// The members that a schema names.
    static Set<String> names(JsonObject schema) {
        return schema.object("properties").orElse(JsonObject.EMPTY).names();
    }

    /// Whether a schema refuses members that it does not name.
    static boolean isClosed(JsonObject schema) {
        return schema.get("additionalProperties") instanceof JsonBool allowed
                && !allowed.value()
                && !schema.has("patternProperties");
    }

    static List<String> required(JsonObject schema) {
        List<String> names = new ArrayList<>();
        for (JsonValue name : schema.array("required").orElse(JsonArray.EMPTY)) {
            name.asString().ifPresent(names::add);
        }
        return names;
    }

    /// What a member may be, in the words of JSON Schema; empty when anything.
    static Set<String> types(JsonObject schema, String member) {
        JsonValue type = property(schema, member).get("type");
        Set<String> types = new LinkedHashSet<>();
        switch (type) {
            case JsonString(var one) -> types.add(one);
            case JsonArray several -> several.forEach(item -> item.asString().ifPresent(types::add));
            case null, default -> {
                // Anything may come.
            }
        }
        return types;
    }

    /// What an author says about a member; empty when nothing.
    static String description(JsonObject schema, String member) {
        return property(schema, member).string("description").orElse("");
    }

    private static JsonObject property(JsonObject schema, String member) {
        return schema.object("properties")
                .flatMap(properties -> properties.object(member))
                .orElse(JsonObject.EMPTY);
    }

    private static Set<String> ports(NodeManifest manifest) {
        Set<String> ports = new LinkedHashSet<>(List.of("output", "error"));
        ports.addAll(manifest.ports());
        ports.addAll(names(manifest.outputs()));
        return Collections.unmodifiableSet(ports);
    }

    /// A node's configuration without what the engine reads itself.
    static JsonObject own(JsonObject config) {
        return config.without(NodeManifest.PROGRESS_RECEIPTS);
    }
}
