package dev.waybill.agents.model.mock;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The smallest value that fits a JSON Schema, the same every time, and as sure as the schema allows. It knows what
/// people write; what it cannot make
/// (a text for a pattern) it tells by the schema's own verdict.
public final class SchemaSample {

    /// A schema that contains itself ends here.
    private static final int DEEPEST = 16;

    private static final String TEXT = "mock";
    private static final String CONFIDENCE = "confidence";
    private static final List<String> GIVEN = List.of("const", "default");
    private static final List<String> CHOICES = List.of("enum", "examples");
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");

    private final JsonObject root;

    private SchemaSample(JsonObject root) {
        this.root = root;
    }

    public static JsonValue of(JsonObject schema) {
        return new SchemaSample(schema).sample(schema, 0);
    }

    /// Whether a value fits a schema; one that nobody can apply fits nothing.
    public static boolean fits(JsonObject schema, JsonValue value) {
        try {
            return JsonSchema.compile(schema)
                    .validate(value, StepBudget.usual())
                    .isEmpty();
        } catch (InvalidSchema | ExpressionException _) {
            return false;
        }
    }

    private JsonValue sample(JsonObject schema, int depth) {
        JsonObject whole = resolved(schema, depth);
        for (String name : GIVEN) {
            JsonValue given = whole.get(name);
            if (given != null) {
                return given;
            }
        }
        for (String name : CHOICES) {
            JsonArray choices = whole.array(name).orElse(JsonArray.EMPTY);
            if (choices.size() > 0) {
                return choices.get(0);
            }
        }
        if (depth > DEEPEST) {
            return JsonNull.NULL;
        }
        return alternative(whole, depth);
    }

    /// The first alternative that fits, or what the type says.
    private JsonValue alternative(JsonObject schema, int depth) {
        for (String name : ALTERNATIVES) {
            for (JsonValue each : schema.array(name).orElse(JsonArray.EMPTY)) {
                JsonObject branch = each.asObject().orElse(JsonObject.EMPTY);
                JsonValue value = sample(laidOver(schema.without(name), branch), depth + 1);
                if (value != JsonNull.NULL || type(branch).equals("null")) {
                    return value;
                }
            }
        }
        return typed(schema, depth);
    }

    private JsonObject resolved(JsonObject schema, int depth) {
        JsonObject whole = schema;
        String reference = schema.string("$ref").orElse(null);
        if (reference != null && reference.startsWith("#") && depth <= DEEPEST) {
            JsonObject target = JsonPointer.find(root, reference.substring(1))
                    .flatMap(JsonValue::asObject)
                    .orElse(JsonObject.EMPTY);
            whole = resolved(laidOver(target, schema.without("$ref")), depth + 1);
        }
        for (JsonValue each : whole.array("allOf").orElse(JsonArray.EMPTY)) {
            whole = laidOver(whole.without("allOf"), resolved(each.asObject().orElse(JsonObject.EMPTY), depth + 1));
        }
        return whole;
    }

    private static JsonObject laidOver(JsonObject below, JsonObject above) {
        Map<String, JsonValue> members = new LinkedHashMap<>(below.members());
        above.members().forEach((name, value) -> members.merge(name, value, SchemaSample::both));
        return new JsonObject(members);
    }

    private static JsonValue both(JsonValue below, JsonValue above) {
        if (below instanceof JsonObject from && above instanceof JsonObject to) {
            return laidOver(from, to);
        }
        if (below instanceof JsonArray from && above instanceof JsonArray to) {
            List<JsonValue> all = new ArrayList<>(from.items());
            to.forEach(all::add);
            return new JsonArray(all);
        }
        return above;
    }

    private static String type(JsonObject schema) {
        return switch (schema.get("type")) {
            case JsonString(var word) -> word;
            case JsonArray words
            when words.size() > 0 -> words.get(0).asString().orElse("");
            case null, default ->
                schema.has("properties") || schema.has("required")
                        ? "object"
                        : schema.has("items") || schema.has("prefixItems") ? "array" : "";
        };
    }

    private JsonValue typed(JsonObject schema, int depth) {
        return switch (type(schema)) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "boolean" -> JsonBool.TRUE;
            case "integer", "number" -> number(schema);
            case "null" -> JsonNull.NULL;
            case "string" -> text(schema);
            default -> new JsonString(TEXT);
        };
    }

    private JsonObject object(JsonObject schema, int depth) {
        JsonObject properties = schema.object("properties").orElse(JsonObject.EMPTY);
        List<String> required = new ArrayList<>();
        schema.array("required")
                .orElse(JsonArray.EMPTY)
                .forEach(name -> name.asString().ifPresent(required::add));
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (String name : required) {
            JsonObject member = properties.object(name).orElse(JsonObject.EMPTY);
            members.put(name, name.equals(CONFIDENCE) ? sure(member, depth) : sample(member, depth + 1));
        }
        return new JsonObject(members);
    }

    /// The mock is sure of itself: otherwise every agent that has to say how sure it is would wait for a person.
    private JsonValue sure(JsonObject schema, int depth) {
        JsonValue most = JsonNumber.of(1);
        return fits(schema, most) ? most : sample(schema, depth + 1);
    }

    private JsonArray array(JsonObject schema, int depth) {
        List<JsonValue> items = new ArrayList<>();
        for (JsonValue each : schema.array("prefixItems").orElse(JsonArray.EMPTY)) {
            items.add(sample(each.asObject().orElse(JsonObject.EMPTY), depth + 1));
        }
        JsonObject item = schema.object("items").orElse(JsonObject.EMPTY);
        long least = count(schema, "minItems", 0);
        while (items.size() < least) {
            items.add(sample(item, depth + 1));
        }
        return new JsonArray(items);
    }

    private static JsonNumber number(JsonObject schema) {
        long least = Math.max(count(schema, "minimum", 0), count(schema, "exclusiveMinimum", -1) + 1);
        long most = Math.min(
                count(schema, "maximum", Long.MAX_VALUE), count(schema, "exclusiveMaximum", Long.MAX_VALUE) - 1);
        long step = Math.max(1, count(schema, "multipleOf", 1));
        long value = most < least ? most : least;
        return JsonNumber.of(Math.floorMod(value, step) == 0 ? value : Math.ceilDiv(value, step) * step);
    }

    private static JsonString text(JsonObject schema) {
        long least = count(schema, "minLength", 0);
        long most = count(schema, "maxLength", Long.MAX_VALUE);
        String text = switch (schema.string("format").orElse("")) {
            case "date-time" -> "2026-01-01T00:00:00Z";
            case "date" -> "2026-01-01";
            case "email" -> "mock@example.com";
            case "uri" -> "https://example.com/";
            case "uuid" -> "00000000-0000-4000-8000-000000000000";
            default -> TEXT;
        };
        if (text.length() < least) {
            text = text.repeat((int) Math.min(1 << 16, least / text.length() + 1));
            return new JsonString(text.substring(0, (int) Math.min(text.length(), Math.max(least, TEXT.length()))));
        }
        return new JsonString(text.length() > most ? text.substring(0, (int) most) : text);
    }

    private static long count(JsonObject schema, String name, long otherwise) {
        return schema.get(name) instanceof JsonNumber number ? (long) Math.ceil(number.doubleValue()) : otherwise;
    }
}
