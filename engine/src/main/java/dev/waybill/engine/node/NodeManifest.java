package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a node type says about itself: to people who write workflows, and to the check that reads them before a run.
///
/// A type writes it as one JSON object beside its code. The schemas are JSON Schema 2020-12; `additionalProperties:
/// false` makes a misspelt member an error instead of a setting that nobody reads.
///
/// @param description what a node of this type does, in a sentence
/// @param config the schema of a node's `config`; a member's `description` is the hint when it is wrong
/// @param inputs the schema of the values of its input ports
/// @param outputs the schema of what it gives
/// @param ports the ports that it leaves by besides `output`
/// @param example a workflow that shows it and runs as it is; null for a type that brings none
public record NodeManifest(
        String description,
        JsonObject config,
        JsonObject inputs,
        JsonObject outputs,
        List<String> ports,
        @Nullable JsonObject example) {

    /// Of a type that says nothing: everything is allowed.
    public static final NodeManifest NONE =
            new NodeManifest("", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, List.of(), null);

    /// In any node's `config`: whether its progress is signed for. The engine reads it, so that no schema has to name
    /// it.
    public static final String PROGRESS_RECEIPTS = "progressReceipts";

    private static final List<String> MEMBERS =
            List.of("description", "config", "inputs", "outputs", "ports", "example");

    public NodeManifest {
        ports = List.copyOf(ports);
    }

    /// @param json an object with the members of this record, each of them optional
    /// @throws IllegalArgumentException when it is anything else
    public static NodeManifest of(String json) {
        JsonObject written = read(json);
        for (String name : written.names()) {
            if (!MEMBERS.contains(name)) {
                throw new IllegalArgumentException(
                        "a node manifest has the members %s, found \"%s\"".formatted(MEMBERS, name));
            }
        }
        return new NodeManifest(
                written.string("description").orElse(""),
                written.object("config").orElse(JsonObject.EMPTY),
                written.object("inputs").orElse(JsonObject.EMPTY),
                written.object("outputs").orElse(JsonObject.EMPTY),
                texts(written.array("ports").orElse(JsonArray.EMPTY)),
                written.object("example").orElse(null));
    }

    private static JsonObject read(String json) {
        try {
            return JsonReader.read(json, JsonLimits.DOCUMENT)
                    .asObject()
                    .orElseThrow(() -> new IllegalArgumentException("a node manifest is a JSON object"));
        } catch (JsonException e) {
            throw new IllegalArgumentException("a node manifest cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : array) {
            texts.add(item.asString()
                    .orElseThrow(() -> new IllegalArgumentException("a port's name is a string, found " + item)));
        }
        return texts;
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("description", description)
                .put("config", config)
                .put("inputs", inputs)
                .put("outputs", outputs)
                .put("ports", JsonArray.ofStrings(ports))
                .putIfPresent("example", example)
                .build();
    }
}
