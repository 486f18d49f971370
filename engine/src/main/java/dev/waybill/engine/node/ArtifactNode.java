package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.DataFact;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.regex.Pattern;

/// `waybill.artifact`: keeps a value for people to take home.
record ArtifactNode() implements PureNode {

    private static final String TYPE = "waybill.artifact";
    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(; ?[A-Za-z0-9_-]+=[A-Za-z0-9_.\"-]+)*");

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Keeps a value for people to take home: GET /v1/runs/{runId}/artifacts/{artifactId}, or waybill artifact get.",
                  "config": {
                    "type": "object",
                    "properties": {
                      "artifactType": {"type": "string", "minLength": 1, "maxLength": 128, "default": "document", "description": "What kind of thing it is."},
                      "contentType": {"type": "string", "maxLength": 128, "description": "Its media type; text/plain or application/json unless given."},
                      "name": {"type": "string", "maxLength": 256, "description": "A file's name for it."},
                      "encoding": {"type": "string", "enum": ["text", "base64"], "default": "text", "description": "base64: the text stands for bytes."},
                      "content": {"description": "What to keep, unless it comes as an input."}
                    },
                    "additionalProperties": false
                  },
                  "inputs": {
                    "type": "object",
                    "properties": {"content": {"description": "A text, or any value, which is kept as JSON. At most a megabyte."}},
                    "additionalProperties": false
                  },
                  "outputs": {
                    "type": "object",
                    "required": ["artifactId", "artifactType", "contentType", "size", "digest"],
                    "properties": {
                      "artifactId": {"type": "string"},
                      "artifactType": {"type": "string"},
                      "contentType": {"type": "string"},
                      "size": {"type": "integer"},
                      "digest": {"type": "string", "description": "SHA-256 of the bytes. The receipt of this step commits to it."}
                    },
                    "additionalProperties": false
                  },
                  "example": {
                    "id": "keep-a-report", "name": "Keep a report", "version": "1.0.0",
                    "nodes": [
                      {"id": "report", "typeId": "waybill.artifact",
                       "config": {"artifactType": "report", "contentType": "text/markdown", "name": "report.md", "content": "# All is well"}}
                    ]
                  }
                }""");
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return node.config()
                .string("contentType")
                .filter(type -> !MEDIA_TYPE.matcher(type).matches())
                .map(type -> List.of("config.contentType: expected a media type such as text/markdown, found " + type))
                .orElse(List.of());
    }

    @Override
    public NodeResult run(NodeCall call) {
        JsonObject config = call.config();
        JsonValue content = call.setting("content");
        if (content == null) {
            return NodeResult.failed(
                    "artifact_without_content",
                    "node %s: nothing came as \"content\"".formatted(call.node().id()));
        }
        boolean text = content instanceof JsonString;
        ArtifactDraft draft = new ArtifactDraft(
                call.ordinal() == 1 ? call.node().id() : call.node().id() + "-" + call.ordinal(),
                config.string("artifactType").orElse("document"),
                config.string("contentType").orElse(text ? "text/plain; charset=utf-8" : "application/json"),
                config.string("name").orElse(null),
                content,
                config.string("encoding").filter("base64"::equals).isPresent());
        return kept(call, draft);
    }

    private static NodeResult kept(NodeCall call, ArtifactDraft draft) {
        String node = call.node().id();
        DataFact.ArtifactCreated fact;
        try {
            fact = draft.fact(node);
        } catch (IllegalArgumentException e) {
            return NodeResult.failed(
                    "artifact_not_base64", "node %s: the content is not base64: %s".formatted(node, e.getMessage()));
        }
        if (fact.size() > ArtifactDraft.MOST_BYTES) {
            return NodeResult.failed(
                    "artifact_too_large",
                    "node %s: expected at most %d bytes, found %d"
                            .formatted(node, ArtifactDraft.MOST_BYTES, fact.size()));
        }
        return new NodeResult.Done(
                JsonObject.builder()
                        .put("artifactId", fact.artifactId())
                        .put("artifactType", fact.artifactType())
                        .put("contentType", fact.contentType())
                        .put("size", fact.size())
                        .put("digest", fact.digest())
                        .build(),
                "output",
                List.of(new NodeResult.Write.ToArtifact(draft)));
    }
}
