package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Replaces `{{name.path}}` by what the context has there. What it has not is shown as such, so that neither the author
/// nor the agent mistakes a gap for text. Anything else in braces, such as `{{x + 1}}`, is left alone.
final class Substitution {

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    /// What one prompt takes from the context: as much as a step's notes may bring.
    static final int PROMPT_CHARACTERS = PayloadLimits.NOTES_BYTES;

    static final int TITLE_CHARACTERS = 1_000;

    private Substitution() {}

    static String apply(String template, JsonObject context, Room room) {
        return replace(template, path -> room.put(path, value(path, context)));
    }

    /// How many characters of values one text has room for. Without a bound, a value of 20 kB that a prompt names a
    /// thousand times would make an answer of 20 MB.
    static final class Room {

        private final Set<String> leftOut = new HashSet<>();
        private int left;

        private Room(int left) {
            this.left = left;
        }

        static Room ofPrompt() {
            return new Room(PROMPT_CHARACTERS);
        }

        static Room ofTitle() {
            return new Room(TITLE_CHARACTERS);
        }

        private String put(List<String> path, String value) {
            if (value.length() <= left) {
                left -= value.length();
                return value;
            }
            String name = String.join(".", path);
            boolean known = !leftOut.add(name);
            return known
                    ? "[left out: %s]".formatted(name)
                    : "[left out: %s -- its %d characters would make this text too long]"
                            .formatted(name, value.length());
        }
    }

    /// The paths that a text refers to, each as its names.
    static List<List<String>> paths(String template) {
        List<List<String>> paths = new ArrayList<>();
        String unused = replace(template, path -> {
            paths.add(path);
            return "";
        });
        assert unused.length() <= template.length();
        return paths;
    }

    private static String replace(String template, Function<List<String>, String> value) {
        var out = new StringBuilder();
        int at = 0;
        for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
            int close = template.indexOf(CLOSE, open);
            if (close < 0) {
                break;
            }
            Optional<List<String>> path = path(template.substring(open + OPEN.length(), close));
            // After braces that are no reference, look again right behind the first of them: `{{{a}}`.
            int next = path.isPresent() ? close + CLOSE.length() : open + 1;
            out.append(template, at, path.isPresent() ? open : next);
            path.ifPresent(names -> out.append(value.apply(names)));
            at = next;
        }
        return out.append(template, at, template.length()).toString();
    }

    private static Optional<List<String>> path(String inner) {
        List<String> names = List.of(inner.strip().split("\\.", -1));
        boolean fine = names.stream().allMatch(Substitution::isName)
                && !isDigit(names.getFirst().charAt(0));
        return fine ? Optional.of(names) : Optional.empty();
    }

    private static boolean isName(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c ->
                                (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static String value(List<String> path, JsonObject context) {
        JsonValue at = context;
        for (int i = 0; i < path.size(); i++) {
            JsonValue below = step(at, path.get(i));
            if (below == null) {
                return unset(path, i, at);
            }
            at = below;
        }
        return at instanceof JsonString(var text) ? text : at.toString();
    }

    private static @Nullable JsonValue step(JsonValue value, String name) {
        return switch (value) {
            case JsonObject object -> object.get(name);
            case JsonArray array
            when name.length() < 10 && name.chars().allMatch(Substitution::isDigit) -> {
                int index = Integer.parseInt(name);
                yield index < array.size() ? array.get(index) : null;
            }
            default -> null;
        };
    }

    private static String unset(List<String> path, int failed, JsonValue at) {
        String whole = String.join(".", path);
        String name = path.get(failed);
        if (failed == 0) {
            return "[unset: %s -- '%s' not in context]".formatted(whole, name);
        }
        String around = String.join(".", path.subList(0, failed));
        return at instanceof JsonObject
                ? "[unset: %s -- '%s' has no '%s']".formatted(whole, around, name)
                : "[unset: %s -- '%s' is %s, expected an object with '%s']"
                        .formatted(whole, around, Brief.found(at), name);
    }
}
