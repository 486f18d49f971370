package dev.waybill.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks that a JSON Schema (2020-12) inside a definition is one: every keyword has the shape that it must have.
/// A schema that nobody can apply would otherwise be found by the first run, not by the author.
final class SchemaCheck {

    private static final List<String> TYPES =
            List.of("null", "boolean", "object", "array", "number", "string", "integer");
    private static final List<String> SCHEMAS = List.of(
            "items",
            "contains",
            "additionalProperties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "not",
            "if",
            "then",
            "else");
    private static final List<String> LISTS_OF_SCHEMAS = List.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final List<String> MAPS_OF_SCHEMAS =
            List.of("properties", "patternProperties", "$defs", "dependentSchemas");
    private static final List<String> NUMBERS =
            List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");
    private static final List<String> COUNTS = List.of(
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains");
    private static final List<String> TEXTS =
            List.of("$schema", "$id", "$ref", "$anchor", "$comment", "title", "description", "format");

    private final Findings findings;

    SchemaCheck(Findings findings) {
        this.findings = findings;
    }

    void check(JsonValue schema, String pointer) {
        if (schema instanceof JsonBool) {
            return;
        }
        if (!(schema instanceof JsonObject object)) {
            bad(pointer, "expected a schema: an object, true or false", schema);
            return;
        }
        object.members().forEach((keyword, value) -> keyword(keyword, value, Pointers.member(pointer, keyword)));
    }

    private void keyword(String keyword, JsonValue value, String pointer) {
        if (SCHEMAS.contains(keyword)) {
            check(value, pointer);
        } else if (LISTS_OF_SCHEMAS.contains(keyword)) {
            list(value, pointer);
        } else if (MAPS_OF_SCHEMAS.contains(keyword)) {
            map(value, pointer, keyword.equals("patternProperties"));
        } else if (NUMBERS.contains(keyword)) {
            number(keyword, value, pointer);
        } else if (COUNTS.contains(keyword)) {
            count(value, pointer);
        } else if (TEXTS.contains(keyword)) {
            expect(value instanceof JsonString, value, pointer, "expected a string");
        } else {
            other(keyword, value, pointer);
        }
    }

    private void other(String keyword, JsonValue value, String pointer) {
        switch (keyword) {
            case "type" -> type(value, pointer);
            case "required" -> names(value, pointer);
            case "enum" -> expect(value instanceof JsonArray, value, pointer, "expected an array of values");
            case "uniqueItems" -> expect(value instanceof JsonBool, value, pointer, "expected true or false");
            case "pattern" -> pattern(value, pointer);
            default -> {}
        }
    }

    private void list(JsonValue value, String pointer) {
        if (!(value instanceof JsonArray array) || array.size() == 0) {
            bad(pointer, "expected a list of one schema or more", value);
            return;
        }
        for (int i = 0; i < array.size(); i++) {
            check(array.get(i), Pointers.item(pointer, i));
        }
    }

    private void map(JsonValue value, String pointer, boolean patterns) {
        if (!(value instanceof JsonObject object)) {
            bad(pointer, "expected an object of schemas", value);
            return;
        }
        object.members().forEach((name, schema) -> {
            String place = Pointers.member(pointer, name);
            if (patterns) {
                ExpressionReader.pattern(name, place, findings);
            }
            check(schema, place);
        });
    }

    private void number(String keyword, JsonValue value, String pointer) {
        boolean positive = !keyword.equals("multipleOf") || (value instanceof JsonNumber of && of.doubleValue() > 0);
        expect(value instanceof JsonNumber && positive, value, pointer, "expected a number that limits a number");
    }

    private void count(JsonValue value, String pointer) {
        boolean whole = value instanceof JsonNumber number && number.asInteger().orElse(-1) >= 0;
        expect(whole, value, pointer, "expected a whole number from 0 on");
    }

    private void type(JsonValue value, String pointer) {
        boolean known = switch (value) {
            case JsonString(var word) -> TYPES.contains(word);
            case JsonArray array ->
                array.size() > 0
                        && new HashSet<>(array.items()).size() == array.size()
                        && array.items().stream()
                                .allMatch(item ->
                                        item.asString().map(TYPES::contains).orElse(false));
            default -> false;
        };
        expect(known, value, pointer, "expected one of %s, or a list of these".formatted(String.join(", ", TYPES)));
    }

    private void names(JsonValue value, String pointer) {
        Set<JsonValue> seen = new HashSet<>();
        boolean names = value instanceof JsonArray array
                && array.items().stream().allMatch(item -> item instanceof JsonString && seen.add(item));
        expect(names, value, pointer, "expected a list of member names, each once");
    }

    private void pattern(JsonValue value, String pointer) {
        if (value instanceof JsonString(var source)) {
            ExpressionReader.pattern(source, pointer, findings);
        } else {
            bad(pointer, "expected a pattern", value);
        }
    }

    private void expect(boolean right, JsonValue value, String pointer, String expected) {
        if (!right) {
            bad(pointer, expected, value);
        }
    }

    private void bad(String pointer, String expected, JsonValue found) {
        findings.error(
                pointer,
                DefinitionCode.BAD_SCHEMA,
                expected + ", found " + Members.shown(found.toString()),
                "see JSON Schema 2020-12 for this keyword");
    }
}
