package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Brings the ways to write a payload into one form, and finds everything that is wrong with it.
final class PayloadReader {

    private static final String OUTPUT_NOTES = JsonPointer.member(Payload.OUTPUT, Payload.NOTES);
    private static final String OUTPUT_ARTIFACTS = JsonPointer.member(Payload.OUTPUT, Payload.ARTIFACTS);

    private final JsonObject request;
    private final List<Blocker> problems = new ArrayList<>();
    private final List<JsonObject> artifacts = new ArrayList<>();
    private @Nullable String contextNotes;
    private @Nullable String outputNotes;
    private boolean alone;

    PayloadReader(JsonObject request) {
        this.request = request;
    }

    PayloadRead read() {
        JsonObject context = context();
        output(object("output", Payload.OUTPUT));
        String notes = contextNotes == null ? outputNotes : contextNotes;
        String field = contextNotes == null && outputNotes != null ? OUTPUT_NOTES : Payload.CONTEXT_NOTES;
        conflict();
        PayloadChecks.context(context, problems);
        PayloadChecks.notes(notes, field, problems);
        if (!problems.isEmpty()) {
            return new PayloadRead.Refused(Blocker.list(problems));
        }
        var payload = new Payload(context, notes, artifacts, field, alone);
        PayloadChecks.artifacts(payload, problems);
        return problems.isEmpty()
                ? new PayloadRead.Accepted(payload, ProgressKeys.warnings(context))
                : new PayloadRead.Refused(Blocker.list(problems));
    }

    private JsonObject context() {
        JsonObject context = object("context", Payload.CONTEXT);
        if (!context.has(Payload.NOTES)) {
            return context;
        }
        contextNotes = text(context.get(Payload.NOTES), Payload.CONTEXT_NOTES);
        return context.without(Payload.NOTES);
    }

    private void output(JsonObject output) {
        outputNotes = output.has(Payload.NOTES) ? text(output.get(Payload.NOTES), OUTPUT_NOTES) : null;
        if (output.has(Payload.KIND)) {
            single(output);
            return;
        }
        for (String name : output.names()) {
            if (!name.equals(Payload.NOTES) && !name.equals(Payload.ARTIFACTS)) {
                problems.add(unknown(name));
            }
        }
        list(output.get(Payload.ARTIFACTS));
    }

    private void single(JsonObject output) {
        if (output.has(Payload.ARTIFACTS)) {
            problems.add(
                    Blocker.of(
                            BlockerCode.UNKNOWN_FIELD,
                            OUTPUT_ARTIFACTS,
                            "output with a \"kind\" is the artifact itself, so it cannot have \"artifacts\" too; put every artifact into output.artifacts, or send one without that list"));
        }
        alone = true;
        artifacts.add(output.without(Payload.NOTES));
    }

    private void list(@Nullable JsonValue given) {
        if (given == null || given instanceof JsonNull) {
            return;
        }
        if (!(given instanceof JsonArray array)) {
            problems.add(wrongType(OUTPUT_ARTIFACTS, "an array of objects", given));
            return;
        }
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i) instanceof JsonObject artifact) {
                artifacts.add(artifact);
            } else {
                problems.add(
                        wrongType(JsonPointer.item(OUTPUT_ARTIFACTS, i), "an object with a \"kind\"", array.get(i)));
            }
        }
    }

    private void conflict() {
        if (contextNotes != null && outputNotes != null && !contextNotes.equals(outputNotes)) {
            problems.add(
                    Blocker.of(
                            BlockerCode.NOTES_CONFLICT,
                            OUTPUT_NOTES,
                            "context.notesMarkdown and output.notesMarkdown are both there and differ; send the notes of this step once, in one of the two"));
        }
    }

    private JsonObject object(String name, String field) {
        JsonValue value = request.get(name);
        if (value == null || value instanceof JsonNull) {
            return JsonObject.EMPTY;
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        problems.add(wrongType(field, "an object", value));
        return JsonObject.EMPTY;
    }

    /// Empty notes are no notes, so that both have one digest.
    private @Nullable String text(@Nullable JsonValue value, String field) {
        if (value instanceof JsonString(var text)) {
            return text.isEmpty() ? null : text;
        }
        if (value != null && !(value instanceof JsonNull)) {
            problems.add(wrongType(field, "a string of Markdown", value));
        }
        return null;
    }

    private static Blocker unknown(String name) {
        return Blocker.of(
                BlockerCode.UNKNOWN_FIELD,
                JsonPointer.member(Payload.OUTPUT, name),
                "output has no field \"%s\": expected \"notesMarkdown\" and \"artifacts\"; if output is meant as one artifact, give it its \"kind\""
                        .formatted(Brief.text(name, 60)));
    }

    private static Blocker wrongType(String field, String expected, JsonValue found) {
        return Blocker.of(
                        BlockerCode.INVALID_FIELD,
                        field,
                        "expected %s, found %s".formatted(expected, Brief.found(found)))
                .found(found);
    }
}
