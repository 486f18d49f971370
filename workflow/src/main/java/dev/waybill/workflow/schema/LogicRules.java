package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Keywords that apply other schemas to the same value.
final class LogicRules {

    private LogicRules() {}

    static void add(SchemaReader reader) {
        SchemaNode node = reader.node();
        reader.reference().map(node::applies).ifPresent(target -> node.add((value, run) -> run.apply(target, value)));
        List<SchemaNode> all = inPlace(node, reader.list("allOf"));
        all.forEach(each -> node.add((value, run) -> run.apply(each, value)));
        anyOf(node, inPlace(node, reader.list("anyOf")));
        oneOf(node, inPlace(node, reader.list("oneOf")));
        reader.schema("not")
                .map(node::applies)
                .ifPresent(other -> node.add((value, run) -> {
                    if (run.fits(other, value)) {
                        run.violation(
                                "not",
                                () -> "expected a value that does not fit the schema, found " + Shown.value(value));
                    }
                }));
        condition(reader, node);
    }

    private static List<SchemaNode> inPlace(SchemaNode node, List<SchemaNode> others) {
        others.forEach(node::applies);
        return others;
    }

    private static void anyOf(SchemaNode node, List<SchemaNode> ways) {
        if (!ways.isEmpty()) {
            node.add((value, run) -> {
                if (fitting(ways, value, run).isEmpty()) {
                    run.violation(
                            "anyOf",
                            () -> "expected a value that fits one of %d schemas, found %s that fits none"
                                    .formatted(ways.size(), Shown.value(value)));
                }
            });
        }
    }

    private static void oneOf(SchemaNode node, List<SchemaNode> ways) {
        if (!ways.isEmpty()) {
            node.add((value, run) -> {
                List<Integer> fitting = fitting(ways, value, run);
                if (fitting.size() != 1) {
                    run.violation(
                            "oneOf",
                            () -> "expected a value that fits exactly one of %d schemas, found %s that fits %s"
                                    .formatted(ways.size(), Shown.value(value), fitting.isEmpty() ? "none" : fitting));
                }
            });
        }
    }

    private static List<Integer> fitting(List<SchemaNode> ways, JsonValue value, Validation run) {
        List<Integer> fitting = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            if (run.fits(ways.get(i), value)) {
                fitting.add(i);
            }
        }
        return fitting;
    }

    private static void condition(SchemaReader reader, SchemaNode node) {
        Optional<SchemaNode> condition = reader.schema("if").map(node::applies);
        Optional<SchemaNode> then = reader.schema("then").map(node::applies);
        Optional<SchemaNode> otherwise = reader.schema("else").map(node::applies);
        condition.ifPresent(test -> node.add(
                (value, run) -> (run.fits(test, value) ? then : otherwise).ifPresent(next -> run.apply(next, value))));
    }
}
