package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Texts and values as messages show them: short, and never cut inside a character.
final class Brief {

    private static final int PREVIEW = 60;
    private static final int MOST_NAMES = 10;

    private Brief() {}

    static String text(String text, int longest) {
        return text.length() <= longest ? text : Shortened.of(text, longest - 1);
    }

    /// The first sentence, whole: half of one would mislead. More of the text is hinted at.
    static String firstSentence(String text) {
        for (int i = 0; i + 1 < text.length(); i++) {
            if (".!?".indexOf(text.charAt(i)) >= 0
                    && Character.isWhitespace(text.charAt(i + 1))
                    && !isAbbreviation(text, i)) {
                return text.substring(0, i + 1) + " …";
            }
        }
        return text;
    }

    /// `e.g. `, `i.e. `, `vs. `, `1. `: a point that ends no sentence.
    private static boolean isAbbreviation(String text, int point) {
        int word = point;
        while (word > 0 && !Character.isWhitespace(text.charAt(word - 1))) {
            word--;
        }
        String before = text.substring(word, point);
        int next = point + 1;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return before.length() < 3 || (next < text.length() && Character.isLowerCase(text.charAt(next)));
    }

    /// What was found: `string "abc"`, `an object with "a", "b"`, `nothing`.
    static String found(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "nothing";
            case JsonObject object when object.isEmpty() -> "an empty object";
            case JsonObject object -> "an object with " + names(object.names());
            case JsonArray array -> "an array of %d items".formatted(array.size());
            case JsonString string -> "string " + text(string.toString(), PREVIEW);
            default -> value.kind().equals("null") ? "null" : value.kind() + " " + text(value.toString(), PREVIEW);
        };
    }

    /// Names in quotes, the first few of them.
    static String names(Collection<String> names) {
        String first = names.stream()
                .limit(MOST_NAMES)
                .map(name -> "\"" + text(name, PREVIEW) + "\"")
                .collect(Collectors.joining(", "));
        return names.size() > MOST_NAMES ? first + " and %d more".formatted(names.size() - MOST_NAMES) : first;
    }
}
