package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.LookAheadPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keywords that limit objects.
final class ObjectRules {

    private ObjectRules() {}

    static void add(SchemaReader reader) {
        SchemaNode node = reader.node();
        List<String> required = reader.names("required");
        if (!required.isEmpty()) {
            node.add(onObjects((object, run) -> requireAll(required, "required", object, run)));
        }
        reader.count("minProperties").ifPresent(least -> {
            String expected = "at least " + least + " members";
            node.add(onObjects(
                    (object, run) -> run.expect(object.size() >= least, "minProperties", expected, object.size())));
        });
        reader.count("maxProperties").ifPresent(most -> {
            String expected = "at most " + most + " members";
            node.add(onObjects(
                    (object, run) -> run.expect(object.size() <= most, "maxProperties", expected, object.size())));
        });
        members(reader);
        reader.schema("propertyNames")
                .ifPresent(names -> node.add(onObjects((object, run) ->
                        object.names().forEach(name -> run.applyBelow(name, names, new JsonString(name))))));
        dependent(reader);
    }

    private interface ObjectRule {
        void check(JsonObject object, Validation run);
    }

    private static SchemaNode.Rule onObjects(ObjectRule rule) {
        return (value, run) -> {
            if (value instanceof JsonObject object) {
                rule.check(object, run);
            }
        };
    }

    private static void requireAll(List<String> names, String keyword, JsonObject object, Validation run) {
        run.budget().spend(names.size());
        for (String name : names) {
            if (!object.has(name)) {
                run.violation(keyword, () -> "expected a member \"%s\", found none".formatted(Shown.text(name)));
            }
        }
    }

    private static void members(SchemaReader reader) {
        Map<String, SchemaNode> named = reader.map("properties");
        Map<LookAheadPattern, SchemaNode> matched = new LinkedHashMap<>();
        reader.map("patternProperties")
                .forEach((source, schema) -> reader.pattern(
                                source, reader.at("patternProperties").member(source))
                        .ifPresent(pattern -> matched.put(pattern, schema)));
        Optional<SchemaNode> others = reader.schema("additionalProperties");
        if (!named.isEmpty() || !matched.isEmpty() || others.isPresent()) {
            reader.node()
                    .add(onObjects((object, run) -> object.members()
                            .forEach((name, value) -> member(name, value, named, matched, others, run))));
        }
    }

    private static void member(
            String name,
            JsonValue value,
            Map<String, SchemaNode> named,
            Map<LookAheadPattern, SchemaNode> matched,
            Optional<SchemaNode> others,
            Validation run) {
        run.budget().spend(1);
        SchemaNode own = named.get(name);
        boolean known = own != null;
        if (own != null) {
            run.applyBelow(name, own, value);
        }
        for (var entry : matched.entrySet()) {
            if (entry.getKey().foundIn(name, run.budget())) {
                known = true;
                run.applyBelow(name, entry.getValue(), value);
            }
        }
        if (!known) {
            others.ifPresent(schema -> other(name, value, schema, run));
        }
    }

    private static void other(String name, JsonValue value, SchemaNode schema, Validation run) {
        if (schema.refusesEverything()) {
            run.violationBelow(
                    name,
                    "additionalProperties",
                    () -> "expected no other members, found \"%s\"".formatted(Shown.text(name)));
        } else {
            run.applyBelow(name, schema, value);
        }
    }

    private static void dependent(SchemaReader reader) {
        reader.object("dependentRequired").members().forEach((name, value) -> {
            List<String> names = reader.names("dependentRequired", value);
            reader.node().add(onObjects((object, run) -> {
                if (object.has(name)) {
                    requireAll(names, "dependentRequired", object, run);
                }
            }));
        });
        reader.map("dependentSchemas").forEach((name, schema) -> {
            reader.node().applies(schema);
            reader.node().add(onObjects((object, run) -> {
                if (object.has(name)) {
                    run.apply(schema, object);
                }
            }));
        });
    }
}
