package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Optional;

/// The arguments of a call, read strictly: what is unknown is refused by name, never dropped.
record Arguments(JsonObject json, String tool) {

    static Arguments of(String tool, JsonObject json, List<String> known) {
        for (String name : json.names()) {
            if (!known.contains(name)) {
                throw new GuidedRefusal(
                        GuidedCode.UNKNOWN_FIELD,
                        "%s has no field \"%s\"; it takes %s".formatted(tool, name, String.join(", ", known)),
                        "leave out \"%s\", or put it where it belongs (facts belong in context)".formatted(name),
                        JsonObject.builder()
                                .put("field", "/" + name)
                                .put("known", JsonArray.ofStrings(known))
                                .build());
            }
        }
        return new Arguments(json, tool);
    }

    String text(String name) {
        return optionalText(name)
                .orElseThrow(() -> new GuidedRefusal(
                        GuidedCode.INVALID_ARGUMENT,
                        "%s needs the field \"%s\"".formatted(tool, name),
                        "call it again with " + name,
                        field(name)));
    }

    Optional<String> optionalText(String name) {
        JsonValue value = json.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof JsonString(var text)) {
            return Optional.of(text);
        }
        throw wrong(name, "a string", value);
    }

    /// A whole number from 1 on.
    Optional<Integer> number(String name, int most) {
        JsonValue value = json.get(name);
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
        JsonValue value = json.get(name);
        if (value == null) {
            return JsonObject.EMPTY;
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw wrong(name, "an object", value);
    }

    private GuidedRefusal wrong(String name, String expected, JsonValue found) {
        return new GuidedRefusal(
                GuidedCode.INVALID_ARGUMENT,
                "expected \"%s\" to be %s, found %s".formatted(name, expected, kind(found)),
                "send \"%s\" as %s".formatted(name, expected),
                field(name));
    }

    private static JsonObject field(String name) {
        return JsonObject.builder().put("field", "/" + name).build();
    }

    private static String kind(JsonValue value) {
        return switch (value) {
            case JsonObject _ -> "an object";
            case JsonArray _ -> "a list";
            case JsonString _ -> "a string";
            default -> value.toString();
        };
    }
}
