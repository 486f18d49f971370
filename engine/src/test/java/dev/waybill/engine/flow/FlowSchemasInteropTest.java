package dev.waybill.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Our types take and give what the ecosystem's packs say, word for word: a workflow that runs elsewhere runs here.
class FlowSchemasInteropTest {

    private static final List<String> PACKS =
            List.of("core.openwop.flow", "core.openwop.hitl", "core.openwop.triggers");

    /// Ours waits by milliseconds, and was there before the alias.
    private static final String OURS = "core.delay";

    @Test
    void theSchemasAreTheOnesOfThePacks() throws IOException {
        NodeTypes types = FlowNodes.standard();
        List<String> compared = new ArrayList<>();
        for (String pack : PACKS) {
            Path folder = Interop.path("openwop/packs/" + pack);
            JsonObject manifest = read(folder.resolve("pack.json"));
            for (JsonValue each : manifest.array("nodes").orElseThrow()) {
                JsonObject node = each.asObject().orElseThrow();
                String typeId = node.string("typeId").orElseThrow();
                NodeType type = types.find(typeId).orElse(null);
                if (type == null || typeId.equals(OURS)) {
                    continue;
                }
                NodeManifest ours = type.manifest();
                assertThat(bare(ours.config())).as(typeId).isEqualTo(schema(folder, node, "configSchemaRef"));
                assertThat(bare(ours.inputs())).as(typeId).isEqualTo(schema(folder, node, "inputSchemaRef"));
                assertThat(bare(ours.outputs())).as(typeId).isEqualTo(schema(folder, node, "outputSchemaRef"));
                compared.add(typeId);
            }
        }
        assertThat(compared).hasSize(FlowNodes.all().size());
    }

    private static JsonValue schema(Path folder, JsonObject node, String ref) throws IOException {
        return bare(read(folder.resolve(node.string(ref).orElseThrow())));
    }

    private static JsonObject read(Path file) throws IOException {
        return JsonReader.read(Files.readString(file), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    /// Without what no value is judged by.
    private static JsonValue bare(JsonValue schema) {
        return switch (schema) {
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members().forEach((name, value) -> {
                    boolean word =
                            List.of("$schema", "$id", "title", "description").contains(name)
                                    && value instanceof JsonString;
                    if (!word) {
                        members.put(name, bare(value));
                    }
                });
                yield new JsonObject(members);
            }
            case JsonArray array ->
                new JsonArray(
                        array.items().stream().map(FlowSchemasInteropTest::bare).toList());
            default -> schema;
        };
    }
}
