package dev.waybill.base.json;

import java.util.Optional;

/// Builds and follows RFC 6901 pointers: texts that name one value inside another. The empty text names the whole.
public final class JsonPointer {

    private JsonPointer() {}

    /// The pointer to a member of what a pointer names.
    public static String member(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /// The pointer to an item of what a pointer names.
    public static String item(String pointer, int index) {
        return pointer + "/" + index;
    }

    /// What a pointer names; empty when there is nothing, or the text is no pointer.
    public static Optional<JsonValue> find(JsonValue root, String pointer) {
        if (pointer.isEmpty()) {
            return Optional.of(root);
        }
        if (pointer.charAt(0) != '/') {
            return Optional.empty();
        }
        Optional<JsonValue> found = Optional.of(root);
        for (String token : pointer.substring(1).split("/", -1)) {
            String name = token.replace("~1", "/").replace("~0", "~");
            found = found.flatMap(value -> step(value, name));
        }
        return found;
    }

    private static Optional<JsonValue> step(JsonValue value, String name) {
        return switch (value) {
            case JsonObject object -> Optional.ofNullable(object.get(name));
            case JsonArray array -> index(name).filter(i -> i < array.size()).map(array::get);
            default -> Optional.empty();
        };
    }

    private static Optional<Integer> index(String name) {
        boolean digits = !name.isEmpty() && name.length() <= 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
        boolean leadingZero = name.length() > 1 && name.charAt(0) == '0';
        return digits && !leadingZero ? Optional.of(Integer.parseInt(name)) : Optional.empty();
    }
}
