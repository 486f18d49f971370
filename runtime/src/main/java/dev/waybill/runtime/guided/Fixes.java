package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts right what is wrong with a payload, problem by problem, as far as that needs no knowledge of what was meant:
/// what was refused goes, the example comes in its place.
final class Fixes {

    private static final String CONTEXT = "context";
    private static final String OUTPUT = "output";
    private static final String NOTES = "notesMarkdown";
    private static final String ARTIFACTS = "artifacts";

    private JsonObject call;

    private Fixes(JsonObject given) {
        this.call = given;
    }

    /// @param problems as answers have them, with `field`, `code` and `example`
    static JsonObject apply(JsonObject given, JsonArray problems) {
        Fixes fixes = new Fixes(given);
        problems.forEach(problem -> problem.asObject().ifPresent(fixes::fix));
        return fixes.call;
    }

    private void fix(JsonObject problem) {
        String field = problem.string("field").orElse("");
        JsonValue value = JsonPointer.find(call, field).orElse(null);
        JsonValue example = problem.get("example");
        if (!field.startsWith("/")) {
            return;
        }
        if ((field.equals("/" + OUTPUT) || field.equals("/" + CONTEXT)) && value instanceof JsonString(var text)) {
            whole(field.substring(1), text, example);
        } else if (isMisplaced(problem, field) && value != null) {
            change(field, null);
            misplaced(field.substring(OUTPUT.length() + 2), value);
        } else if (example instanceof JsonObject fragment && isRequest(fragment)) {
            change(field, null);
            merge(fragment);
        } else {
            change(field, example);
        }
    }

    /// A text where an object belongs: the object in it, or notes.
    private void whole(String name, String text, @Nullable JsonValue example) {
        Optional<JsonObject> inside = parsed(text);
        if (inside.isPresent()) {
            call = call.with(name, inside.get());
        } else if (name.equals(OUTPUT)) {
            call = call.with(name, JsonObject.of(NOTES, text));
        } else if (example instanceof JsonObject fragment) {
            call = call.without(name);
            merge(fragment);
        }
    }

    private static Optional<JsonObject> parsed(String text) {
        try {
            return JsonReader.read(text, JsonLimits.RECEIPT).asObject();
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    private static boolean isMisplaced(JsonObject problem, String field) {
        return problem.string("code").filter("unknown_field"::equals).isPresent()
                && field.startsWith("/" + OUTPUT + "/")
                && !field.endsWith("/" + ARTIFACTS);
    }

    private void misplaced(String name, JsonValue value) {
        String path = RightPlace.of(GuidedTool.ADVANCE, name).path();
        if (path != null && path.equals(OUTPUT + "." + NOTES) && value instanceof JsonString) {
            change("/" + OUTPUT + "/" + NOTES, value);
        } else if (path != null && path.startsWith(CONTEXT + ".")) {
            JsonObject context = call.object(CONTEXT).orElse(JsonObject.EMPTY);
            call = call.with(CONTEXT, context.with(name, value));
        }
    }

    private static boolean isRequest(JsonObject example) {
        return !example.isEmpty() && List.of(CONTEXT, OUTPUT).containsAll(example.names());
    }

    private void merge(JsonObject fragment) {
        fragment.object(CONTEXT)
                .ifPresent(more ->
                        call = call.with(CONTEXT, joined(call.object(CONTEXT).orElse(JsonObject.EMPTY), more)));
        fragment.object(OUTPUT).ifPresent(more -> call = call.with(OUTPUT, joined(kept(more), more)));
    }

    /// What an output may keep beside an example: notes beside artifacts, artifacts beside notes.
    private JsonObject kept(JsonObject example) {
        JsonObject given = call.object(OUTPUT).orElse(JsonObject.EMPTY);
        if (!example.has(ARTIFACTS)) {
            return given;
        }
        return given.get(NOTES) instanceof JsonString notes ? JsonObject.of(NOTES, notes) : JsonObject.EMPTY;
    }

    private static JsonObject joined(JsonObject one, JsonObject more) {
        JsonObject joined = one;
        for (var member : more.members().entrySet()) {
            joined = joined.with(member.getKey(), member.getValue());
        }
        return joined;
    }

    /// @param value null takes it away
    private void change(String pointer, @Nullable JsonValue value) {
        List<String> path = List.of(pointer.substring(1).split("/", -1));
        call = (JsonObject) changed(call, path, value);
    }

    private static JsonValue changed(JsonValue at, List<String> path, @Nullable JsonValue value) {
        String name = path.getFirst().replace("~1", "/").replace("~0", "~");
        List<String> rest = path.subList(1, path.size());
        return switch (at) {
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
                put(members, name, rest, value);
                yield new JsonObject(members);
            }
            case JsonArray array
            when name.matches("\\d{1,4}") && Integer.parseInt(name) < array.size() -> {
                List<JsonValue> items = new ArrayList<>(array.items());
                int index = Integer.parseInt(name);
                if (!rest.isEmpty()) {
                    items.set(index, changed(items.get(index), rest, value));
                } else if (value == null) {
                    items.remove(index);
                } else {
                    items.set(index, value);
                }
                yield new JsonArray(items);
            }
            default -> at;
        };
    }

    private static void put(Map<String, JsonValue> members, String name, List<String> rest, @Nullable JsonValue value) {
        JsonValue below = members.get(name);
        if (!rest.isEmpty()) {
            if (below != null || value != null) {
                members.put(name, changed(below == null ? JsonObject.EMPTY : below, rest, value));
            }
        } else if (value == null) {
            members.remove(name);
        } else {
            members.put(name, value);
        }
    }
}
