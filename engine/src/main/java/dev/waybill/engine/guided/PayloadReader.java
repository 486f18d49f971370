package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings the ways to write a payload into one form, and finds everything that is wrong with it. Notes belong into
/// `output.notesMarkdown`, artifacts into `output.artifacts`; models write them into the context or beside it as well,
/// where they cannot mean anything else.
final class PayloadReader {

    private static final String OUTPUT_ARTIFACTS = JsonPointer.member(Payload.OUTPUT, Payload.ARTIFACTS);

    private final JsonObject request;
    private final List<Blocker> problems = new ArrayList<>();
    private final List<JsonObject> artifacts = new ArrayList<>();

    /// By where they stand.
    private final Map<String, String> notes = new LinkedHashMap<>();

    private boolean alone;

    PayloadReader(JsonObject request) {
        this.request = request;
    }

    PayloadRead read() {
        JsonObject context = context();
        output(object("output", Payload.OUTPUT));
        beside();
        conflict();
        var found = notes.entrySet().stream().findFirst();
        String text = found.map(Map.Entry::getValue).orElse(null);
        String field = found.map(Map.Entry::getKey).orElse(Payload.OUTPUT_NOTES);
        PayloadChecks.context(context, problems);
        PayloadChecks.notes(text, field, problems);
        if (!problems.isEmpty()) {
            return new PayloadRead.Refused(Blocker.list(problems));
        }
        var payload = new Payload(context, text, artifacts, field, alone);
        PayloadChecks.artifacts(payload, problems);
        return problems.isEmpty()
                ? new PayloadRead.Accepted(payload, ProgressKeys.warnings(context))
                : new PayloadRead.Refused(Blocker.list(problems));
    }

    private JsonObject context() {
        JsonObject context = object("context", Payload.CONTEXT);
        note(context.get(Payload.NOTES), Payload.CONTEXT_NOTES);
        return context.without(Payload.NOTES);
    }

    private void output(JsonObject output) {
        note(output.get(Payload.NOTES), Payload.OUTPUT_NOTES);
        if (output.has(Payload.KIND)) {
            single(output);
            return;
        }
        for (String name : output.names()) {
            if (!name.equals(Payload.NOTES) && !name.equals(Payload.ARTIFACTS)) {
                problems.add(unknown(name));
            }
        }
        list(output.get(Payload.ARTIFACTS), OUTPUT_ARTIFACTS);
    }

    /// What stands beside `output` although it belongs inside.
    private void beside() {
        note(request.get(Payload.NOTES), "/" + Payload.NOTES);
        note(request.get("notes"), "/notes");
        JsonValue given = request.get(Payload.ARTIFACTS);
        if (given != null && !(given instanceof JsonNull) && !artifacts.isEmpty()) {
            problems.add(Blocker.of(
                    BlockerCode.UNKNOWN_FIELD,
                    "/" + Payload.ARTIFACTS,
                    "there are artifacts here and in output; send all of them once, in output.artifacts"));
            return;
        }
        list(given, "/" + Payload.ARTIFACTS);
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

    private void list(@Nullable JsonValue given, String field) {
        if (given == null || given instanceof JsonNull) {
            return;
        }
        if (!(given instanceof JsonArray array)) {
            problems.add(wrongType(field, "an array of objects", given)
                    .like(Requests.withArtifact(given instanceof JsonObject ? given : sample())));
            return;
        }
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i) instanceof JsonObject artifact) {
                artifacts.add(artifact);
            } else {
                problems.add(wrongType(JsonPointer.item(field, i), "an object with a \"kind\"", array.get(i))
                        .like(Requests.withArtifact(sample())));
            }
        }
    }

    private static JsonObject sample() {
        return JsonObject.of(Payload.KIND, "the.kind").with("title", "…");
    }

    private void conflict() {
        if (notes.values().stream().distinct().count() > 1) {
            problems.add(Blocker.of(
                    BlockerCode.NOTES_CONFLICT,
                    Payload.OUTPUT_NOTES,
                    "the notes stand in %s and differ; send the notes of this step once, in output.notesMarkdown"
                            .formatted(String.join(" and ", notes.keySet()))));
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
        problems.add(wrongType(field, "an object", value).like(meant(name, value)));
        return JsonObject.EMPTY;
    }

    /// What somebody probably wanted to send.
    private static JsonObject meant(String name, JsonValue value) {
        if (!name.equals("output")) {
            return Requests.withContext("name", new JsonString("value"));
        }
        return value instanceof JsonArray ? Requests.withArtifact(sample()) : Requests.withNotes(NotesText.USUAL);
    }

    /// Empty notes are no notes, so that both have one digest.
    private void note(@Nullable JsonValue value, String field) {
        if (value instanceof JsonString(var text)) {
            if (!text.isEmpty()) {
                notes.put(field, text);
            }
        } else if (value != null && !(value instanceof JsonNull)) {
            problems.add(wrongType(field, "a string of Markdown", value).like(Requests.withNotes(NotesText.USUAL)));
        }
    }

    private static Blocker unknown(String name) {
        return Blocker.of(
                        BlockerCode.UNKNOWN_FIELD,
                        JsonPointer.member(Payload.OUTPUT, name),
                        "output has no field \"%s\": notes go into output.notesMarkdown, structured results into output.artifacts, each an object with its \"kind\"; if output is meant as one artifact, give it its \"kind\", and facts go into context"
                                .formatted(Brief.text(name, 60)))
                .like(Requests.withNotes(NotesText.USUAL));
    }

    private static Blocker wrongType(String field, String expected, JsonValue found) {
        String text = found instanceof JsonString(var words) && expected.startsWith(opened(words))
                ? "expected %s, found a string that contains one; send the value itself, without quotes around it"
                        .formatted(expected)
                : "expected %s, found %s".formatted(expected, Brief.found(found));
        return Blocker.of(BlockerCode.INVALID_FIELD, field, text).found(found);
    }

    /// What a JSON text looks like from its first character.
    private static String opened(String words) {
        return words.strip().startsWith("{") ? "an object" : words.strip().startsWith("[") ? "an array" : "\0";
    }
}
