package dev.waybill.host;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Records, maps and lists of Java as JSON, and back. Members that a record does not have are passed over, so that a
/// program reads what an older or newer version of itself wrote.
final class Values {

    /// Where a result lies that is no object itself.
    static final String RESULT = "result";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Values() {}

    /// @throws IllegalArgumentException when JSON has no form for it
    static JsonValue json(@Nullable Object value) {
        if (value == null) {
            return JsonNull.NULL;
        }
        if (value instanceof JsonValue json) {
            return json;
        }
        try {
            return JsonReader.read(MAPPER.writeValueAsString(value), JsonLimits.DOCUMENT);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "%s has no form in JSON: %s".formatted(value.getClass().getName(), e.getOriginalMessage()), e);
        }
    }

    /// Something with members, such as a record or a map; nothing is an object without any.
    ///
    /// @throws IllegalArgumentException when it is something else
    static JsonObject object(@Nullable Object value) {
        JsonValue json = json(value);
        return json == JsonNull.NULL
                ? JsonObject.EMPTY
                : json.asObject()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "expected a record, a map or a JSON object, found " + json.kind()));
    }

    /// What a step gives: the members of an object, or the value as `result`.
    static JsonObject outputs(@Nullable Object value) {
        JsonValue json = json(value);
        return json == JsonNull.NULL ? JsonObject.EMPTY : json.asObject().orElseGet(() -> JsonObject.of(RESULT, json));
    }

    /// @throws IllegalArgumentException when the value has another shape
    static <T> T read(JsonValue value, Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        requirePrimitives(value, type);
        try {
            return MAPPER.readValue(value.toString(), type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "expected %s, found %s: %s".formatted(type.getSimpleName(), value.kind(), e.getOriginalMessage()),
                    e);
        }
    }

    /// A number that nobody gave is not 0, as Jackson would have it: an activity would pay it.
    private static void requirePrimitives(JsonValue value, Type type) {
        if (value instanceof JsonArray items && type instanceof ParameterizedType list) {
            items.forEach(item -> requirePrimitives(item, list.getActualTypeArguments()[0]));
        }
        if (!(type instanceof Class<?> record) || !record.isRecord() || !(value instanceof JsonObject object)) {
            return;
        }
        for (RecordComponent component : record.getRecordComponents()) {
            JsonValue member = object.get(component.getName());
            if (member != null) {
                requirePrimitives(member, component.getGenericType());
            } else if (component.getType().isPrimitive()) {
                throw new IllegalArgumentException("expected %s with a member %s, found none"
                        .formatted(record.getSimpleName(), component.getName()));
            }
        }
    }
}
