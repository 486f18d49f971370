package dev.waybill.host;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The JSON Schema of a record. Every component is required, unless it is an `Optional`, and there are no others: a
/// model gives exactly what the program will read.
final class RecordSchema {

    private final Set<Class<?>> open = new LinkedHashSet<>();
    private final boolean strict;

    /// @param strict whether a type that has no schema is refused; otherwise it may be anything
    private RecordSchema(boolean strict) {
        this.strict = strict;
    }

    /// What an activity is given, as far as it can be said: a step without ports gets the run's variables instead.
    static JsonObject inputs(Class<?> type) {
        return new RecordSchema(false).object(type).without("required").without("additionalProperties");
    }

    /// @throws IllegalArgumentException when a component is of a type that has no schema
    static JsonObject of(Class<? extends Record> type) {
        return new RecordSchema(true).object(type);
    }

    private JsonObject object(Class<?> type) {
        if (!open.add(type)) {
            if (!strict) {
                return JsonObject.EMPTY;
            }
            throw new IllegalArgumentException(type.getSimpleName() + " holds itself, which no schema here can say");
        }
        JsonObject.Builder properties = JsonObject.builder();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            properties.put(component.getName(), schema(component.getGenericType()));
            if (component.getType() != Optional.class) {
                required.add(component.getName());
            }
        }
        open.remove(type);
        return JsonObject.builder()
                .put("type", "object")
                .put("required", JsonArray.ofStrings(required))
                .put("properties", properties.build())
                .put("additionalProperties", false)
                .build();
    }

    private JsonObject schema(Type type) {
        return switch (type) {
            case ParameterizedType given -> parameterized(given);
            case Class<?> simple -> simple(simple);
            default -> unknown(type);
        };
    }

    private JsonObject parameterized(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        if (raw == Optional.class) {
            return schema(type.getActualTypeArguments()[0]);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return typed("array").with("items", schema(type.getActualTypeArguments()[0]));
        }
        if (raw == Map.class) {
            return typed("object").with("additionalProperties", schema(type.getActualTypeArguments()[1]));
        }
        return unknown(type);
    }

    private JsonObject simple(Class<?> type) {
        if (type.isRecord()) {
            return object(type);
        }
        if (type.isEnum()) {
            return typed("string")
                    .with(
                            "enum",
                            JsonArray.ofStrings(Arrays.stream(type.getEnumConstants())
                                    .map(constant -> ((Enum<?>) constant).name())
                                    .toList()));
        }
        return switch (type.getName()) {
            case "java.lang.String" -> typed("string");
            case "boolean", "java.lang.Boolean" -> typed("boolean");
            case "int", "long", "java.lang.Integer", "java.lang.Long" -> typed("integer");
            case "double", "java.lang.Double", "java.math.BigDecimal" -> typed("number");
            default -> unknown(type);
        };
    }

    private static JsonObject typed(String name) {
        return JsonObject.builder().put("type", name).build();
    }

    private JsonObject unknown(Type type) {
        if (!strict) {
            return JsonObject.EMPTY;
        }
        throw new IllegalArgumentException(
                "expected records of texts, numbers, booleans, enums, lists and records, found " + type.getTypeName());
    }
}
