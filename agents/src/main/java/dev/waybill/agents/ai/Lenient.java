package dev.waybill.agents.ai;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the JSON in what a model wrote: all of it, what stands between fences, or the first whole object or array.
///
/// @param path how it was found; null when all of it was JSON
record Lenient(JsonValue value, @Nullable String path) {

    private static final Pattern FENCE = Pattern.compile("```[a-zA-Z0-9_-]*\\s*\\n?(.*?)```", Pattern.DOTALL);

    static Optional<Lenient> parse(String text) {
        return read(text)
                .map(value -> new Lenient(value, null))
                .or(() -> fenced(text).map(value -> new Lenient(value, "markdown-fence")))
                .or(() -> balanced(text).map(value -> new Lenient(value, "brace-walker")));
    }

    /// Whether it looks like a sentence, not like JSON that went wrong.
    static boolean isProse(String text) {
        String begun = text.strip();
        return !begun.isEmpty() && "{[\"`".indexOf(begun.charAt(0)) < 0;
    }

    private static Optional<JsonValue> read(String text) {
        try {
            return Optional.of(JsonReader.read(text, JsonLimits.DOCUMENT));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    private static Optional<JsonValue> fenced(String text) {
        Matcher fence = FENCE.matcher(text);
        return fence.find() ? read(fence.group(1)) : Optional.empty();
    }

    private static Optional<JsonValue> balanced(String text) {
        int start = first(text);
        int end = start < 0 ? -1 : end(text, start);
        return end < 0 ? Optional.empty() : read(text.substring(start, end));
    }

    private static int first(String text) {
        int object = text.indexOf('{');
        int array = text.indexOf('[');
        return object < 0 || (array >= 0 && array < object) ? array : object;
    }

    /// Behind the bracket that closes the one at the start; -1 when none does.
    private static int end(String text, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int at = start; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quoted) {
                if (c == '\\') {
                    at++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return at + 1;
            }
        }
        return -1;
    }
}
