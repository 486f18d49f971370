package dev.waybill.engine.guided;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent brings with an acknowledgement, whichever of the ways to write it was used.
///
/// @param context variables to set; null deletes one
/// @param notes Markdown about this step; null when there is none
/// @param notesField where the notes stand in the request, or should
/// @param alone whether the one artifact is the request's `output` itself
public record Payload(
        JsonObject context, @Nullable String notes, List<JsonObject> artifacts, String notesField, boolean alone) {

    static final String CONTEXT = "/context";
    static final String OUTPUT = "/output";
    static final String NOTES = "notesMarkdown";
    static final String ARTIFACTS = "artifacts";
    static final String KIND = "kind";

    static final String CONTEXT_NOTES = CONTEXT + "/" + NOTES;

    /// Where notes belong; they are understood elsewhere, too.
    static final String OUTPUT_NOTES = OUTPUT + "/" + NOTES;

    public static final Payload EMPTY = of(JsonObject.EMPTY, null, List.of());

    public Payload {
        artifacts = List.copyOf(artifacts);
        if (alone && artifacts.size() != 1) {
            throw new IllegalArgumentException("an output that is the artifact is one, found " + artifacts.size());
        }
    }

    /// A payload whose request is not at hand any more.
    public static Payload of(JsonObject context, @Nullable String notes, List<JsonObject> artifacts) {
        return new Payload(context, notes, artifacts, OUTPUT_NOTES, false);
    }

    /// Reads `context` and `output` of a request; its other members are the caller's.
    public static PayloadRead read(JsonObject request) {
        return new PayloadReader(request).read();
    }

    /// What names the payload: SHA-256 over the canonical JSON of context, notes and artifacts, integers of any size
    /// exact. Two requests that say the same in different ways have the same.
    public Digest digest() {
        return Digest.of(Jcs.exactBytes(toJson()));
    }

    /// `{context, notes, artifacts}`.
    public JsonObject toJson() {
        return JsonObject.of("context", context)
                .with("notes", notes == null ? JsonNull.NULL : new JsonString(notes))
                .with("artifacts", new JsonArray(new ArrayList<>(artifacts)));
    }

    /// Where an artifact stands in the request.
    String artifactField(int index) {
        return alone ? OUTPUT : JsonPointer.item(JsonPointer.member(OUTPUT, ARTIFACTS), index);
    }

    /// Where artifacts stand in the request, or should.
    String artifactsField() {
        return alone ? OUTPUT : JsonPointer.member(OUTPUT, ARTIFACTS);
    }

    /// The indexes of artifacts of a kind.
    List<Integer> ofKind(String kind) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < artifacts.size(); i++) {
            if (artifacts.get(i).string(KIND).filter(kind::equals).isPresent()) {
                found.add(i);
            }
        }
        return found;
    }

    boolean hasNotes() {
        return notes != null && !notes.isBlank();
    }
}
