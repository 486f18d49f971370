package dev.waybill.engine.node;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.event.DataFact;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Something that a run leaves for people to take home.
///
/// @param type what kind of thing it is, in the words of its author
/// @param content a text, or any value, which is then kept as JSON
/// @param base64 whether the text stands for bytes
public record ArtifactDraft(
        String id,
        String type,
        String contentType,
        @Nullable String name,
        JsonValue content,
        boolean base64) {

    /// How many bytes one may have: it lies in the run's log.
    public static final int MOST_BYTES = 1 << 20;

    private static final String CONTENT = "content";
    private static final String BASE64 = "base64";

    /// What somebody gets who takes it home.
    ///
    /// @throws IllegalArgumentException when a text that stands for bytes does not
    public byte[] bytes() {
        return switch (content) {
            case JsonString(var text) when base64 -> Base64.getDecoder().decode(text);
            case JsonString(var text) -> text.getBytes(StandardCharsets.UTF_8);
            default -> JsonWriter.compactBytes(content);
        };
    }

    /// The fact that everybody sees.
    public DataFact.ArtifactCreated fact(String nodeId) {
        byte[] bytes = bytes();
        return new DataFact.ArtifactCreated(
                nodeId, id, type, contentType, bytes.length, Digest.of(bytes).toString(), name);
    }

    /// What goes with it for those who may read it.
    public JsonObject hidden() {
        JsonObject kept = JsonObject.EMPTY.with(CONTENT, content);
        return base64 ? kept.with(BASE64, JsonBool.TRUE) : kept;
    }

    /// As it was recorded.
    public static ArtifactDraft of(DataFact.ArtifactCreated fact, JsonObject hidden) {
        JsonValue content = hidden.get(CONTENT);
        return new ArtifactDraft(
                fact.artifactId(),
                fact.artifactType(),
                fact.contentType(),
                fact.name(),
                content == null ? new JsonString("") : content,
                hidden.get(BASE64) == JsonBool.TRUE);
    }
}
