package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The marks that the compiler replaces in texts: `{arg}` of routines and `{{wr.bindings.slot}}`.
final class TemplateText {

    /// One brace, not two: two are for the agent's context.
    private static final Pattern ARGUMENT = Pattern.compile("(?<!\\{)\\{([a-zA-Z_][a-zA-Z0-9_]*+)\\}(?!\\})");

    static final Pattern BINDING = Pattern.compile("\\{\\{\\s*+wr\\.bindings\\.([a-zA-Z0-9_-]++)\\s*+\\}\\}");

    /// What the compiler must have replaced.
    static final String SENTINEL = "{{wr.";

    /// The members of a step in which `{arg}` is a mark.
    private static final List<String> WITH_ARGUMENTS = List.of("title", "prompt", "promptBlocks");

    private TemplateText() {}

    /// The arguments that a routine needs.
    static Set<String> placeholders(JsonObject routine) {
        Set<String> names = new LinkedHashSet<>();
        routine.array("steps")
                .ifPresent(steps -> steps.forEach(it -> it.asObject().ifPresent(step -> {
                    collect(step, names);
                })));
        return names;
    }

    private static void collect(JsonObject step, Set<String> names) {
        for (String member : WITH_ARGUMENTS) {
            JsonValue value = step.get(member);
            if (value != null) {
                mapTexts(value, text -> {
                    ARGUMENT.matcher(text).results().forEach(found -> names.add(found.group(1)));
                    return text;
                });
            }
        }
        step.array("body")
                .ifPresent(body -> body.forEach(it -> it.asObject().ifPresent(inner -> collect(inner, names))));
    }

    /// A step of a routine with its arguments in place.
    static JsonObject withArguments(JsonObject step, JsonObject args) {
        Map<String, JsonValue> members = new LinkedHashMap<>(step.members());
        for (String member : WITH_ARGUMENTS) {
            members.computeIfPresent(member, (_, value) -> mapTexts(value, text -> fill(text, args)));
        }
        return new JsonObject(members);
    }

    private static String fill(String text, JsonObject args) {
        return ARGUMENT.matcher(text).replaceAll(found -> {
            JsonValue value = args.get(found.group(1));
            return Matcher.quoteReplacement(value == null ? found.group() : LenientValues.text(value));
        });
    }

    /// A value with every text in it replaced; names of members stay.
    static JsonValue mapTexts(JsonValue value, UnaryOperator<String> change) {
        return switch (value) {
            case JsonString(var text) -> new JsonString(change.apply(text));
            case JsonArray array -> {
                List<JsonValue> items = new ArrayList<>();
                array.forEach(it -> items.add(mapTexts(it, change)));
                yield new JsonArray(items);
            }
            case JsonObject object -> {
                var builder = JsonObject.builder();
                object.members().forEach((name, it) -> builder.put(name, mapTexts(it, change)));
                yield builder.build();
            }
            default -> value;
        };
    }
}
