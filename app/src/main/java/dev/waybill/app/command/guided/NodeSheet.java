package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeType;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a node type says about itself.
record NodeSheet(NodeType type) {

    static JsonObject json(NodeType type) {
        JsonObject.Builder json = JsonObject.builder().put("typeId", type.typeId());
        type.manifest().toJson().members().forEach(json::put);
        return json.build();
    }

    void print(PrintStream out, Ansi ansi) {
        NodeManifest manifest = type.manifest();
        new SheetLines(out, ansi)
                .title(
                        type.typeId(),
                        manifest.description().isEmpty() ? "says nothing about itself" : manifest.description());
        section(out, ansi, "config", manifest.config());
        section(out, ansi, "inputs", manifest.inputs());
        section(out, ansi, "outputs", manifest.outputs());
        List<String> ports = new ArrayList<>(List.of("output", "error"));
        ports.addAll(manifest.ports());
        new SheetLines(out, ansi).line("ports", String.join(", ", ports));
        JsonObject example = manifest.example();
        if (example != null) {
            out.println();
            out.println(ansi.paint(Style.DIM, "example"));
            out.println(JsonWriter.pretty(example));
        }
    }

    private static void section(PrintStream out, Ansi ansi, String name, JsonObject schema) {
        JsonObject members = schema.object("properties").orElse(JsonObject.EMPTY);
        boolean closed = schema.get("additionalProperties") == JsonBool.FALSE;
        List<String> lines = new ArrayList<>();
        members.members().forEach((member, value) -> lines.add(line(member, value, schema)));
        schema.string("description").ifPresent(lines::add);
        if (lines.isEmpty()) {
            lines.add(closed ? "none" : "anything");
        }
        out.println(ansi.paint(Style.DIM, name));
        lines.forEach(line -> out.println("  " + SafeText.of(line)));
    }

    private static String line(String name, JsonValue written, JsonObject schema) {
        JsonObject member = written.asObject().orElse(JsonObject.EMPTY);
        List<String> notes = new ArrayList<>();
        if (schema.array("required").orElse(JsonArray.EMPTY).items().contains(new JsonString(name))) {
            notes.add("required");
        }
        kind(member).ifPresent(notes::add);
        JsonValue usual = member.get("default");
        if (usual != null) {
            notes.add("default " + JsonWriter.compact(usual));
        }
        String head = notes.isEmpty() ? name : name + " (" + String.join(", ", notes) + ")";
        return member.string("description").map(text -> head + ": " + text).orElse(head);
    }

    private static Optional<String> kind(JsonObject member) {
        return member.string("type")
                .or(() -> member.array("enum")
                        .map(words ->
                                words.items().stream().map(JsonWriter::compact).collect(Collectors.joining(" | "))));
    }
}
