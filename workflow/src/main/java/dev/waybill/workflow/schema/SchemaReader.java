package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LookAheadPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads the keywords of one schema and says what is wrong with each. The families of keywords make the rules.
record SchemaReader(SchemaCompiler compiler, SchemaNode node, JsonObject schema, SchemaCompiler.Location location) {

    private static final List<String> TEXTS =
            List.of("$schema", "$id", "$anchor", "$comment", "title", "description", "format");

    /// To ignore these would judge values wrongly.
    private static final List<String> UNSUPPORTED = List.of(
            "unevaluatedProperties",
            "unevaluatedItems",
            "$dynamicRef",
            "$dynamicAnchor",
            "$recursiveRef",
            "dependencies");

    void read() {
        TEXTS.forEach(this::text);
        UNSUPPORTED.stream().filter(schema::has).forEach(keyword -> bad(keyword, "a keyword that is supported"));
        if (schema.has("$id") && !location.pointer().isEmpty()) {
            bad("$id", "an $id at the root only");
        }
        map("$defs");
        LogicRules.add(this);
        TypeRules.add(this);
        NumberRules.add(this);
        TextRules.add(this);
        ArrayRules.add(this);
        ObjectRules.add(this);
    }

    Optional<JsonValue> value(String keyword) {
        return Optional.ofNullable(schema.get(keyword));
    }

    Optional<String> text(String keyword) {
        return value(keyword).flatMap(value -> checked(keyword, value, value.asString(), "a string"));
    }

    Optional<SchemaNode> schema(String keyword) {
        return value(keyword).map(value -> compiler.node(value, location.member(keyword)));
    }

    List<SchemaNode> list(String keyword) {
        List<SchemaNode> list = new ArrayList<>();
        Optional<JsonArray> items = value(keyword)
                .flatMap(value -> checked(
                        keyword,
                        value,
                        value.asArray().filter(array -> array.size() > 0),
                        "an array of one schema or more"));
        items.ifPresent(array -> {
            for (int i = 0; i < array.size(); i++) {
                list.add(compiler.node(array.get(i), location.member(keyword).item(i)));
            }
        });
        return list;
    }

    Map<String, SchemaNode> map(String keyword) {
        Map<String, SchemaNode> map = new LinkedHashMap<>();
        object(keyword)
                .members()
                .forEach((name, value) -> map.put(
                        name, compiler.node(value, location.member(keyword).member(name))));
        return map;
    }

    JsonObject object(String keyword) {
        return value(keyword)
                .flatMap(value -> checked(keyword, value, value.asObject(), "an object"))
                .orElse(JsonObject.EMPTY);
    }

    Optional<SchemaNode> reference() {
        return text("$ref").map(reference -> compiler.reference(reference, location.member("$ref")));
    }

    Optional<JsonNumber> number(String keyword) {
        return value(keyword)
                .flatMap(value -> checked(
                        keyword,
                        value,
                        value instanceof JsonNumber number ? Optional.of(number) : Optional.empty(),
                        "a number"));
    }

    OptionalLong count(String keyword) {
        Optional<Long> count = value(keyword)
                .flatMap(value -> checked(keyword, value, wholeNumber(value), "a whole number from 0 on"));
        return count.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private static Optional<Long> wholeNumber(JsonValue value) {
        boolean whole = value instanceof JsonNumber number && number.asInteger().orElse(-1) >= 0;
        return whole ? Optional.of(((JsonNumber) value).asInteger().getAsLong()) : Optional.empty();
    }

    boolean flag(String keyword) {
        return value(keyword)
                .flatMap(value -> checked(
                        keyword,
                        value,
                        value instanceof JsonBool bool ? Optional.of(bool.value()) : Optional.empty(),
                        "true or false"))
                .orElse(false);
    }

    /// Names of members, each once.
    List<String> names(String keyword) {
        return value(keyword).map(value -> names(keyword, value)).orElse(List.of());
    }

    List<String> names(String keyword, JsonValue value) {
        Set<String> names = new LinkedHashSet<>();
        boolean right = value instanceof JsonArray array
                && array.items().stream().allMatch(item -> item instanceof JsonString(var name) && names.add(name));
        if (!right) {
            bad(keyword, "an array of member names, each once");
        }
        return List.copyOf(names);
    }

    Optional<LookAheadPattern> pattern(String source, SchemaCompiler.Location place) {
        try {
            return Optional.of(LookAheadPattern.compile(source));
        } catch (ExpressionException e) {
            compiler.problem(compiler.shown(place), SchemaProblem.Kind.PATTERN, e.describe());
            return Optional.empty();
        }
    }

    SchemaCompiler.Location at(String keyword) {
        return location.member(keyword);
    }

    private <T> Optional<T> checked(String keyword, JsonValue found, Optional<T> read, String expected) {
        if (read.isEmpty()) {
            compiler.problem(
                    compiler.shown(at(keyword)),
                    SchemaProblem.Kind.KEYWORD,
                    "expected %s, found %s".formatted(expected, Shown.value(found)));
        }
        return read;
    }

    void bad(String keyword, String expected) {
        compiler.problem(
                compiler.shown(at(keyword)),
                SchemaProblem.Kind.KEYWORD,
                "expected %s, found %s"
                        .formatted(expected, value(keyword).map(Shown::value).orElse("nothing")));
    }
}
