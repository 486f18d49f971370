package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A type of node that a pack brings, as its manifest describes it.
///
/// @param pure whether its result follows from its configuration and inputs alone, as the manifest says
/// @param problem why a node of it cannot be used here, whoever runs it; null when nothing speaks against it
public record PackNode(
        String typeId,
        String description,
        boolean pure,
        JsonObject config,
        JsonObject inputs,
        JsonObject outputs,
        @Nullable String problem) {

    private static final String SIDE_EFFECTFUL = "side-effectful";

    static List<PackNode> read(JsonObject pack, PackFiles files) {
        List<PackNode> nodes = new ArrayList<>();
        for (JsonValue item : pack.array("nodes").orElse(JsonArray.EMPTY)) {
            item.asObject().ifPresent(json -> nodes.add(new Reading(files, json).node()));
        }
        return nodes;
    }

    /// A schema that cannot be used makes its node useless and not its pack: agents and other nodes are as good as
    /// ever.
    private static final class Reading {

        private final PackFiles files;
        private final JsonObject json;
        private @Nullable String problem;

        Reading(PackFiles files, JsonObject json) {
            this.files = files;
            this.json = json;
        }

        PackNode node() {
            JsonObject config = schema("configSchemaRef");
            JsonObject inputs = schema("inputSchemaRef");
            JsonObject outputs = schema("outputSchemaRef");
            return new PackNode(
                    json.string("typeId").orElseThrow(),
                    json.string("description").or(() -> json.string("label")).orElse(""),
                    isPure(),
                    config,
                    inputs,
                    outputs,
                    problem);
        }

        private boolean isPure() {
            return json.string("role").orElse("").equals("pure")
                    && !json.array("capabilities")
                            .orElse(JsonArray.EMPTY)
                            .items()
                            .contains(new JsonString(SIDE_EFFECTFUL));
        }

        private JsonObject schema(String member) {
            Optional<String> ref = json.string(member);
            if (ref.isEmpty()) {
                return JsonObject.EMPTY;
            }
            byte[] bytes = files.find(ref.get()).orElse(null);
            if (bytes == null) {
                return useless("expected the file %s, found none".formatted(ref.get()));
            }
            try {
                JsonObject schema = JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
                JsonSchema.problems(schema).stream()
                        .findFirst()
                        .ifPresent(wrong -> useless("%s%s: %s".formatted(ref.get(), wrong.pointer(), wrong.message())));
                return schema;
            } catch (JsonException e) {
                return useless("%s is no JSON: %s".formatted(ref.get(), e.getMessage()));
            }
        }

        private JsonObject useless(String why) {
            problem = problem == null ? why : problem;
            return JsonObject.EMPTY;
        }
    }
}
