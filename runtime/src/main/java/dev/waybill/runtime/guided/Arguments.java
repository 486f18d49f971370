package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The arguments of a call: what is unknown is refused with the place where it belongs, never dropped; what stands
/// around an id or a token by accident is taken off.
record Arguments(GuidedTool tool, JsonObject json) {

    private static final String AROUND = "\"'`“”‘’«»\uFEFF\u200B";

    /// A whole token with punctuation of the sentence that it stood in.
    private static final Pattern DECORATED =
            Pattern.compile("[<(\\[]*((?:st|ack)\\.v\\d+\\.[a-z2-7]{40})[>)\\].,;:!?]*");

    static Arguments of(GuidedTool tool, JsonObject json) {
        List<String> unknown =
                json.names().stream().filter(name -> !tool.understands(name)).toList();
        if (!unknown.isEmpty()) {
            throw new GuidedRefusal(
                    GuidedCode.UNKNOWN_FIELD,
                    "%s has no field %s; it takes %s"
                            .formatted(
                                    tool.wire(),
                                    unknown.stream()
                                            .map(name -> "\"" + name + "\"")
                                            .collect(Collectors.joining(", ")),
                                    tool.fields().isEmpty() ? "none" : String.join(", ", tool.fields())),
                    unknown.stream()
                            .map(name -> RightPlace.of(tool, name).sentence(name))
                            .collect(Collectors.joining("; ")),
                    JsonObject.of("field", "/" + unknown.getFirst()).with("known", JsonArray.ofStrings(tool.fields())));
        }
        return new Arguments(tool, json);
    }

    /// Models copy an id with the quotes, backticks or the line break that it stood in.
    static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isAround(text.charAt(start))) {
            start++;
        }
        while (end > start && isAround(text.charAt(end - 1))) {
            end--;
        }
        String inner = text.substring(start, end);
        Matcher token = DECORATED.matcher(inner);
        return token.matches() ? token.group(1) : inner;
    }

    private static boolean isAround(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || AROUND.indexOf(c) >= 0;
    }

    /// An id or a token.
    ///
    /// @param whence where the caller finds it
    String id(String name, String whence) {
        return optionalId(name)
                .orElseThrow(() -> new GuidedRefusal(
                        GuidedCode.INVALID_ARGUMENT,
                        "%s needs the field \"%s\"".formatted(tool.wire(), name),
                        "call it again with \"%s\": %s".formatted(name, whence),
                        field(name)));
    }

    /// The text `null` is what some models write for nothing.
    Optional<String> optionalId(String name) {
        return optionalText(name)
                .map(Arguments::trimmed)
                .filter(text -> !text.isEmpty() && !text.equals("null") && !text.equals("undefined"));
    }

    Optional<String> optionalText(String name) {
        JsonValue value = present(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof JsonString(var text)) {
            return Optional.of(text);
        }
        throw wrong(name, "a string", value);
    }

    private @Nullable JsonValue present(String name) {
        JsonValue value = json.get(name);
        return value instanceof JsonNull ? null : value;
    }

    /// A whole number from 1 on.
    Optional<Integer> number(String name, int most) {
        JsonValue value = present(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof JsonNumber number && number.asInteger().isPresent()) {
            long found = number.asInteger().getAsLong();
            if (found >= 1 && found <= most) {
                return Optional.of((int) found);
            }
        }
        throw wrong(name, "a whole number from 1 to " + most, value);
    }

    JsonObject object(String name) {
        JsonValue value = present(name);
        if (value == null) {
            return JsonObject.EMPTY;
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw wrong(name, "an object", value);
    }

    GuidedRefusal wrong(String name, String expected, JsonValue found) {
        return new GuidedRefusal(
                GuidedCode.INVALID_ARGUMENT,
                "expected \"%s\" to be %s, found %s".formatted(name, expected, kind(found)),
                "send \"%s\" as %s".formatted(name, expected),
                field(name));
    }

    private static JsonObject field(String name) {
        return JsonObject.of("field", "/" + name);
    }

    private static String kind(JsonValue value) {
        return switch (value) {
            case JsonObject _ -> "an object";
            case JsonArray _ -> "a list";
            case JsonString(var text) -> "the string \"" + Shortened.of(text, 40) + "\"";
            default -> value.toString();
        };
    }
}
