package dev.waybill.engine.flow;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Which way to go. A way is a port: an edge whose `sourceOutput` is its name is taken; one from `output` is taken in
/// any case, and may have a condition of its own.
final class Branching {

    private static final String VALUE = "value";
    private static final String DROPPED = "dropped";

    private Branching() {}

    static NodeResult either(NodeCall call) {
        JsonValue value = Given.value(call, VALUE);
        boolean matched = predicate(call.config()).holds(value);
        String branch = matched ? "then" : "else";
        return NodeResult.branching(
                JsonObject.of("branch", branch).with("matched", matched).with(VALUE, value), List.of(branch));
    }

    static NodeResult lookUp(NodeCall call) {
        JsonValue value = Given.value(call, VALUE);
        JsonObject config = call.config();
        String label = config.string("default").orElse(null);
        for (Map.Entry<String, JsonValue> each :
                config.object("cases").orElse(JsonObject.EMPTY).members().entrySet()) {
            if (each.getKey().equals(Jcs.canonical(value)) || each.getKey().equals(word(value))) {
                label = each.getValue().asString().orElse(null);
                break;
            }
        }
        return NodeResult.branching(
                JsonObject.of("label", label == null ? JsonNull.NULL : new JsonString(label))
                        .with("matched", label != null)
                        .with(VALUE, value),
                label == null ? List.of() : List.of(label));
    }

    private static String word(JsonValue value) {
        return value instanceof JsonString(var text) ? text : value.toString();
    }

    static NodeResult route(NodeCall call) {
        JsonValue value = Given.value(call, VALUE);
        JsonObject config = call.config();
        boolean all = config.string("mode").orElse("").equals("all-match");
        List<String> labels = new ArrayList<>();
        for (JsonObject route : Given.objects(config, "routes")) {
            boolean matches = route.object("predicate")
                    .map(it -> Predicate.of(it).holds(value))
                    .orElse(true);
            if (matches && (all || labels.isEmpty())) {
                labels.add(route.string("label").orElse(""));
            }
        }
        if (labels.isEmpty()) {
            config.string("defaultLabel").ifPresent(labels::add);
        }
        return NodeResult.branching(
                JsonObject.of("branches", JsonArray.ofStrings(labels)).with(VALUE, value), labels);
    }

    static NodeResult filter(NodeCall call) {
        JsonValue value = Given.value(call, VALUE);
        boolean passed = predicate(call.config()).holds(value);
        JsonObject outputs = JsonObject.of("passed", JsonBool.of(passed)).with(VALUE, passed ? value : JsonNull.NULL);
        return new NodeResult.Done(outputs, passed ? "output" : DROPPED, List.of());
    }

    private static Predicate predicate(JsonObject config) {
        return Predicate.of(config.object("predicate").orElse(JsonObject.EMPTY));
    }

    static List<String> problems(JsonObject config) {
        return config.object("predicate").map(Predicate::problems).orElse(List.of());
    }

    static List<String> routeProblems(JsonObject config) {
        return Given.objects(config, "routes").stream()
                .flatMap(route -> problems(route).stream())
                .toList();
    }

    static List<String> labels(JsonObject config) {
        List<String> labels = new ArrayList<>();
        config.object("cases")
                .orElse(JsonObject.EMPTY)
                .members()
                .values()
                .forEach(label -> label.asString().ifPresent(labels::add));
        Given.objects(config, "routes").forEach(route -> route.string("label").ifPresent(labels::add));
        config.string("default").ifPresent(labels::add);
        config.string("defaultLabel").ifPresent(labels::add);
        return labels;
    }
}
