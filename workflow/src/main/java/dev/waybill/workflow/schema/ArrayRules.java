package dev.waybill.workflow.schema;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Keywords that limit arrays.
final class ArrayRules {

    private ArrayRules() {}

    static void add(SchemaReader reader) {
        SchemaNode node = reader.node();
        reader.count("minItems").ifPresent(least -> {
            String expected = "at least " + least + " items";
            node.add(onArrays((array, run) -> run.expect(array.size() >= least, "minItems", expected, array.size())));
        });
        reader.count("maxItems").ifPresent(most -> {
            String expected = "at most " + most + " items";
            node.add(onArrays((array, run) -> run.expect(array.size() <= most, "maxItems", expected, array.size())));
        });
        List<SchemaNode> first = reader.list("prefixItems");
        if (!first.isEmpty()) {
            node.add(onArrays((array, run) -> {
                for (int i = 0; i < Math.min(first.size(), array.size()); i++) {
                    run.applyBelow(Integer.toString(i), first.get(i), array.get(i));
                }
            }));
        }
        reader.schema("items").ifPresent(rest -> node.add(onArrays((array, run) -> items(rest, first, array, run))));
        contains(reader);
        if (reader.flag("uniqueItems")) {
            node.add(onArrays(ArrayRules::unique));
        }
    }

    private interface ArrayRule {
        void check(JsonArray array, Validation run);
    }

    private static SchemaNode.Rule onArrays(ArrayRule rule) {
        return (value, run) -> {
            if (value instanceof JsonArray array) {
                rule.check(array, run);
            }
        };
    }

    private static void items(SchemaNode rest, List<SchemaNode> first, JsonArray array, Validation run) {
        for (int i = first.size(); i < array.size(); i++) {
            run.applyBelow(Integer.toString(i), rest, array.get(i));
        }
    }

    private static void contains(SchemaReader reader) {
        OptionalLong given = reader.count("minContains");
        long least = given.orElse(1);
        long most = reader.count("maxContains").orElse(Long.MAX_VALUE);
        String enough = "at least " + least + " fitting items";
        String few = "at most " + most + " fitting items";
        reader.schema("contains")
                .ifPresent(wanted -> reader.node().add(onArrays((array, run) -> {
                    long found = count(array, wanted, run);
                    run.expect(found >= least, "contains", enough, found);
                    run.expect(found <= most, "maxContains", few, found);
                })));
    }

    /// A plain loop: a stream would take ten frames of the stack for every level of a deep value.
    private static long count(JsonArray array, SchemaNode wanted, Validation run) {
        long found = 0;
        for (JsonValue item : array) {
            found += run.fits(wanted, item) ? 1 : 0;
        }
        return found;
    }

    /// By canonical texts, so that many items take no more than their length.
    private static void unique(JsonArray array, Validation run) {
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < array.size(); i++) {
            String text = canonical(array.get(i), run);
            Integer before = seen.putIfAbsent(text, i);
            if (before != null) {
                run.violationBelow(
                        Integer.toString(i),
                        "uniqueItems",
                        () -> "expected items that differ, found the same as item " + before);
                return;
            }
        }
    }

    private static String canonical(JsonValue value, Validation run) {
        String text = Jcs.canonical(value);
        run.budget().spend(1 + text.length() / 16);
        return text;
    }
}
