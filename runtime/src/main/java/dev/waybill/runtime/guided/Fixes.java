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
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Puts right what is wrong with a payload, problem by problem, as far as that needs no knowledge of what was meant:
/// what was refused goes, the example comes in its place.
final class Fixes {

    private static final String CONTEXT = "context";
    private static final String OUTPUT = "output";
    private static final String NOTES = "notesMarkdown";
    private static final String ARTIFACTS = "artifacts";
    private static final String KIND = "kind";

    private static final List<String> STRUCTURES =
            List.of("/" + OUTPUT, "/" + CONTEXT, "/" + ARTIFACTS, "/" + OUTPUT + "/" + ARTIFACTS);

    /// A place that stands for a whole artifact: the one that lacks its kind, or is none.
    private static final Pattern ITEM = Pattern.compile("(/" + OUTPUT + "/" + ARTIFACTS + "/\\d+)(/" + KIND + ")?");

    private JsonObject call;

    private Fixes(JsonObject given) {
        this.call = given;
    }

    /// @param problems as answers have them, with `field`, `code` and `example`
    static JsonObject apply(JsonObject given, JsonArray problems) {
        Fixes fixes = new Fixes(gathered(given));
        problems.forEach(problem -> problem.asObject().ifPresent(fixes::fix));
        return fixes.call;
    }

    /// Problems name artifacts where they belong, also those that were sent beside `output`.
    private static JsonObject gathered(JsonObject given) {
        JsonObject output = given.object(OUTPUT).orElse(JsonObject.EMPTY);
        boolean beside = given.array(ARTIFACTS).isPresent()
                && !output.has(ARTIFACTS)
                && !output.has(KIND)
                && !(given.get(OUTPUT) instanceof JsonString);
        return beside
                ? given.without(ARTIFACTS)
                        .with(OUTPUT, output.with(ARTIFACTS, Objects.requireNonNull(given.get(ARTIFACTS))))
                : given;
    }

    private void fix(JsonObject problem) {
        String named = problem.string("field").orElse("");
        String field = named.startsWith("/" + ARTIFACTS + "/") ? "/" + OUTPUT + named : named;
        JsonValue value = JsonPointer.find(call, field).orElse(null);
        JsonValue example = problem.get("example");
        if (!field.startsWith("/")) {
            return;
        }
        if (value instanceof JsonString(var text) && STRUCTURES.contains(field)) {
            whole(field, text, example);
        } else if (isMisplaced(problem, field) && value != null) {
            change(field, null);
            misplaced(field.substring(OUTPUT.length() + 2), value);
        } else if (example instanceof JsonObject fragment && isRequest(fragment)) {
            request(field, fragment);
        } else {
            change(field, example);
        }
    }

    /// An example that shows a part of the whole call.
    private void request(String field, JsonObject fragment) {
        Matcher item = ITEM.matcher(field);
        Optional<JsonValue> artifact = JsonPointer.find(fragment, "/" + OUTPUT + "/" + ARTIFACTS + "/0");
        if (artifact.isPresent()
                && item.matches()
                && JsonPointer.find(call, item.group(1)).isPresent()) {
            change(item.group(1), artifact.get());
        } else if (field.equals("/" + CONTEXT)) {
            change(field, null);
        } else {
            if (!(JsonPointer.find(call, field).orElse(null) instanceof JsonArray && field.endsWith(ARTIFACTS))) {
                change(field, null);
            }
            merge(fragment);
        }
    }

    /// A text where a structure belongs: the structure in it, or notes.
    private void whole(String field, String text, @Nullable JsonValue example) {
        boolean list = field.endsWith(ARTIFACTS);
        Optional<JsonValue> inside =
                parsed(text).filter(value -> list ? value instanceof JsonArray : value instanceof JsonObject);
        if (inside.isPresent()) {
            change(field, inside.get());
        } else {
            change(field, null);
            JsonObject output = call.object(OUTPUT).orElse(JsonObject.EMPTY);
            if (list && example instanceof JsonObject fragment) {
                merge(fragment);
            } else if (!output.has(NOTES)) {
                call = call.with(OUTPUT, output.with(NOTES, new JsonString(text)));
            }
        }
    }

    private static Optional<JsonValue> parsed(String text) {
        try {
            return Optional.of(JsonReader.read(text, JsonLimits.RECEIPT));
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
        fragment.object(OUTPUT).ifPresent(more -> call = call.with(OUTPUT, joined(kept(more), listed(more))));
    }

    /// Notes stay beside artifacts, artifacts beside notes.
    private JsonObject kept(JsonObject example) {
        JsonObject given = call.object(OUTPUT).orElse(JsonObject.EMPTY);
        if (!example.has(ARTIFACTS)) {
            return given;
        }
        return given.get(NOTES) instanceof JsonString notes ? JsonObject.of(NOTES, notes) : JsonObject.EMPTY;
    }

    /// Artifacts of an example come after those that were sent.
    private JsonObject listed(JsonObject example) {
        JsonObject given = call.object(OUTPUT).orElse(JsonObject.EMPTY);
        List<JsonValue> all = new ArrayList<>();
        if (given.has(KIND)) {
            all.add(given.without(NOTES));
        }
        given.array(ARTIFACTS).ifPresent(sent -> sent.forEach(all::add));
        return example.array(ARTIFACTS)
                .map(more -> {
                    more.forEach(all::add);
                    return example.with(ARTIFACTS, new JsonArray(all));
                })
                .orElse(example);
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
