package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// `docs/nodes.md`: every node type with what it takes and gives and an example, out of the manifests.
final class NodePage {

    private static final String HEAD = """
            # Node types

            Written by `waybill nodes --markdown` out of what the types say about themselves; do not edit it. `waybill nodes
            TYPE` shows one of them with all notes. Every example is a workflow that runs as it is, given the servers and
            programs that it names ([tools.md](tools.md)).

            """;

    private NodePage() {}

    static String of(NodeTypes types) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("| Type | What a node of it does |\n|---|---|\n");
        types.all().forEach(type -> page.append("| [`%s`](#%s) | %s |%n"
                .formatted(type.typeId(), anchor(type.typeId()), cell(type.manifest().description()))));
        types.all().forEach(type -> section(page, type));
        return page.toString().replace("\r\n", "\n");
    }

    private static String anchor(String typeId) {
        return typeId.toLowerCase(Locale.ROOT).replace(".", "");
    }

    private static void section(StringBuilder page, NodeType type) {
        NodeManifest manifest = type.manifest();
        page.append("\n## %s\n\n%s\n\n".formatted(type.typeId(), manifest.description()));
        members(page, "config", manifest.config());
        members(page, "inputs", manifest.inputs());
        members(page, "outputs", manifest.outputs());
        if (!manifest.ports().isEmpty()) {
            page.append("Ports besides `output` and `error`: `%s`.\n\n".formatted(String.join("`, `", manifest.ports())));
        }
        JsonObject example = manifest.example();
        if (example != null) {
            page.append("```json\n").append(JsonWriter.pretty(example).strip()).append("\n```\n");
        }
    }

    private static void members(StringBuilder page, String name, JsonObject schema) {
        Map<String, JsonValue> members =
                schema.object("properties").orElse(JsonObject.EMPTY).members();
        if (members.isEmpty()) {
            String otherwise = schema.get("additionalProperties") == JsonBool.FALSE ? "none" : "anything";
            page.append("- **%s**: %s\n\n".formatted(name, otherwise));
            return;
        }
        page.append("- **%s**: %s\n\n"
                .formatted(
                        name,
                        members.entrySet().stream()
                                .map(member -> member(member.getKey(), member.getValue(), schema))
                                .collect(Collectors.joining("; "))));
    }

    private static String member(String name, JsonValue written, JsonObject schema) {
        boolean required = schema.array("required")
                .orElse(JsonArray.EMPTY)
                .items()
                .contains(new JsonString(name));
        JsonObject member = written.asObject().orElse(JsonObject.EMPTY);
        String kind = member.string("type").map(type -> " (" + type + (required ? ", required" : "") + ")")
                .orElse(required ? " (required)" : "");
        return "`" + name + "`" + kind;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
