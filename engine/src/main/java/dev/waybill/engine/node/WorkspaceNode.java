package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `waybill.workspace.write`, `.read` and `.list`: the files that a tenant's people, programs and runs share.
public record WorkspaceNode(Work work) implements Activity {

    public enum Work {
        WRITE,
        READ,
        LIST
    }

    private static final String PATH = "path";
    private static final String CONTENT = "content";
    private static final String TYPE = "contentType";

    @Override
    public String typeId() {
        return "waybill.workspace." + work.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean usesWorkspace(WorkflowNode node) {
        return true;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of(
                switch (work) {
                    case WRITE ->
                        manifest(
                                "Writes a file of the workspace. Nodes that start later see it.",
                                """
                                "path": {"type": "string", "minLength": 1, "maxLength": 256},
                                "content": {"type": ["string", "object", "array"], "description": "A text, or JSON, which is written as text."},
                                "contentType": {"type": "string", "minLength": 1}
                                """,
                                "\"path\"",
                                "\"path\": {\"type\": \"string\"}, \"bytes\": {\"type\": \"integer\"}",
                                "\"path\": \"notes/today.md\", \"content\": \"Parcels are late.\"");
                    case READ ->
                        manifest(
                                "Reads a file of the workspace as it was when the node started.",
                                """
                                "path": {"type": "string", "minLength": 1, "maxLength": 256}
                                """,
                                "\"found\"",
                                "\"found\": {\"type\": \"boolean\"}, \"path\": {\"type\": \"string\"},"
                                        + " \"content\": {\"type\": \"string\"}, \"contentType\": {\"type\": \"string\"},"
                                        + " \"version\": {\"type\": \"integer\"}",
                                "\"path\": \"notes/today.md\"");
                    case LIST ->
                        manifest(
                                "Lists the files of the workspace as they were when the node started.",
                                """
                                "prefix": {"type": "string", "maxLength": 256, "description": "Only paths that begin so."}
                                """,
                                "\"files\"",
                                "\"files\": {\"type\": \"array\", \"items\": {\"type\": \"object\"}}",
                                "\"prefix\": \"notes/\"");
                });
    }

    /// Every setting may come by a port of the same name.
    private String manifest(String about, String settings, String required, String outputs, String example) {
        return """
                {
                  "description": "ABOUT",
                  "config": {"properties": {SETTINGS}, "additionalProperties": false},
                  "inputs": {"description": "Each setting may come by a port of its name.", "properties": {SETTINGS}},
                  "outputs": {"required": [REQUIRED], "properties": {OUTPUTS}, "additionalProperties": false},
                  "example": {
                    "id": "files", "name": "Files", "version": "1.0.0",
                    "nodes": [{"id": "file", "typeId": "TYPE", "config": {EXAMPLE}}],
                    "edges": []
                  }
                }""".replace("ABOUT", about)
                .replace("SETTINGS", settings.strip())
                .replace("REQUIRED", required)
                .replace("OUTPUTS", outputs)
                .replace("EXAMPLE", example)
                .replace("TYPE", typeId());
    }

    @Override
    public NodeResult execute(ActivityCall call) {
        NodeCall node = call.node();
        return switch (work) {
            case WRITE -> write(call.workspace(), node);
            case READ -> read(call.workspace(), node);
            case LIST -> NodeResult.done(JsonObject.EMPTY.with("files", list(call.workspace(), node)));
        };
    }

    private static Optional<String> text(NodeCall node, String name) {
        return Optional.ofNullable(node.setting(name)).flatMap(JsonValue::asString);
    }

    private static NodeResult write(Workspace workspace, NodeCall node) {
        String path = text(node, PATH).orElse(null);
        JsonValue content = node.setting(CONTENT);
        if (path == null || content == null) {
            return NodeResult.failed(
                    "validation_error",
                    "node %s: expected a path and a content, found %s"
                            .formatted(node.node().id(), path == null ? "no path" : "no content"));
        }
        try {
            WorkspaceFile written =
                    workspace.write(path, content.asString().orElse(content.toString()), type(node, content));
            return NodeResult.done(JsonObject.builder()
                    .put(PATH, written.path())
                    .put("bytes", written.content().getBytes(StandardCharsets.UTF_8).length)
                    .build());
        } catch (IllegalArgumentException refused) {
            return NodeResult.failed("workspace_refused", String.valueOf(refused.getMessage()));
        }
    }

    private static @Nullable String type(NodeCall node, JsonValue content) {
        return text(node, TYPE).orElse(content instanceof JsonString ? null : "application/json");
    }

    private static NodeResult read(Workspace workspace, NodeCall node) {
        String path = text(node, PATH).orElse("");
        JsonObject outputs = workspace
                .read(path)
                .map(file -> JsonObject.builder()
                        .put("found", JsonBool.TRUE)
                        .put(PATH, file.path())
                        .put(CONTENT, file.content())
                        .putIfPresent(TYPE, file.type())
                        .put("version", file.version())
                        .build())
                .orElseGet(() -> JsonObject.builder()
                        .put("found", JsonBool.FALSE)
                        .put(PATH, path)
                        .build());
        return NodeResult.done(outputs);
    }

    private static JsonArray list(Workspace workspace, NodeCall node) {
        return new JsonArray(workspace.list(text(node, "prefix").orElse("")).stream()
                .<JsonValue>map(WorkspaceFile::row)
                .toList());
    }
}
