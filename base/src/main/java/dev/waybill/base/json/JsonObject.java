package dev.waybill.base.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A JSON object. Members keep the order in which they were read or put.
public record JsonObject(Map<String, JsonValue> members) implements JsonValue {

    public static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

    public JsonObject {
        members = Collections.unmodifiableMap(members);
    }

    public static Builder builder() {
        return new Builder();
    }

    /// An object of one member; [#with] adds others.
    public static JsonObject of(String name, JsonValue value) {
        return EMPTY.with(name, value);
    }

    public static JsonObject of(String name, String value) {
        return EMPTY.with(name, value);
    }

    public static JsonObject of(String name, long value) {
        return EMPTY.with(name, value);
    }

    public static JsonObject of(String name, boolean value) {
        return EMPTY.with(name, value);
    }

    public @Nullable JsonValue get(String name) {
        return members.get(name);
    }

    /// The text of a string member; empty when it is absent or of another kind.
    public Optional<String> string(String name) {
        return get(name) instanceof JsonString(var text) ? Optional.of(text) : Optional.empty();
    }

    /// An object member; empty when it is absent or of another kind.
    public Optional<JsonObject> object(String name) {
        return get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    /// An array member; empty when it is absent or of another kind.
    public Optional<JsonArray> array(String name) {
        return get(name) instanceof JsonArray array ? Optional.of(array) : Optional.empty();
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public Set<String> names() {
        return members.keySet();
    }

    public int size() {
        return members.size();
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    /// A copy with one member set; an existing member keeps its place.
    public JsonObject with(String name, JsonValue value) {
        var copy = new LinkedHashMap<>(members);
        copy.put(name, value);
        return new JsonObject(copy);
    }

    public JsonObject with(String name, String value) {
        return with(name, new JsonString(value));
    }

    public JsonObject with(String name, long value) {
        return with(name, JsonNumber.of(value));
    }

    public JsonObject with(String name, boolean value) {
        return with(name, JsonBool.of(value));
    }

    /// The same object where there is no value.
    public JsonObject withIfPresent(String name, @Nullable JsonValue value) {
        return value == null ? this : with(name, value);
    }

    public JsonObject withIfPresent(String name, @Nullable String value) {
        return value == null ? this : with(name, value);
    }

    /// A copy without the named member.
    public JsonObject without(String name) {
        var copy = new LinkedHashMap<>(members);
        copy.remove(name);
        return new JsonObject(copy);
    }

    @Override
    public String kind() {
        return "object";
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }

    /// Puts members in order; what is null or empty can be left out by the `…IfPresent` forms.
    public static final class Builder {
        private Map<String, JsonValue> members = new LinkedHashMap<>();
        private boolean built;

        public Builder put(String name, JsonValue value) {
            if (built) {
                // The object has the map now: go on with a copy, which hardly anybody needs.
                members = new LinkedHashMap<>(members);
                built = false;
            }
            members.put(name, value);
            return this;
        }

        public Builder put(String name, String value) {
            return put(name, new JsonString(value));
        }

        public Builder put(String name, long value) {
            return put(name, JsonNumber.of(value));
        }

        public Builder put(String name, boolean value) {
            return put(name, JsonBool.of(value));
        }

        public Builder putIfPresent(String name, @Nullable JsonValue value) {
            return value == null ? this : put(name, value);
        }

        public Builder putIfPresent(String name, @Nullable String value) {
            return value == null ? this : put(name, value);
        }

        public JsonObject build() {
            built = true;
            return new JsonObject(members);
        }
    }
}
