package dev.waybill.engine.diff;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What came out differently: the same question asked of two runs, and two answers.
///
/// @param differences by `status`, `variables/NAME`, `nodes/ID`, `outputs/NAME` and `error`, in this order
public record StateDiff(Map<String, Values> differences) {

    /// Two answers; null where there is none.
    public record Values(@Nullable JsonValue a, @Nullable JsonValue b) {
        JsonObject toJson() {
            return JsonObject.of("a", Objects.requireNonNullElse(a, JsonNull.NULL))
                    .with("b", Objects.requireNonNullElse(b, JsonNull.NULL));
        }
    }

    public static StateDiff of(RunState a, RunState b) {
        Map<String, Values> found = new LinkedHashMap<>();
        compare(found, "status", status(a), status(b));
        compareAll(found, "variables/", a.variables(), b.variables());
        compareAll(found, "nodes/", nodes(a, NodeEnd::outputs), nodes(b, NodeEnd::outputs));
        compareAll(found, "outputs/", a.outputs().members(), b.outputs().members());
        compare(found, "error", error(a), error(b));
        return new StateDiff(shown(found, view(a), view(b)));
    }

    /// What differs is found by what is true, and told by what everybody may see.
    private static Map<String, Values> shown(
            Map<String, Values> found, Map<String, JsonValue> a, Map<String, JsonValue> b) {
        Map<String, Values> shown = new LinkedHashMap<>();
        found.forEach((name, values) ->
                shown.put(name, new Values(a.getOrDefault(name, values.a()), b.getOrDefault(name, values.b()))));
        return shown;
    }

    private static Map<String, JsonValue> view(RunState state) {
        Map<String, JsonValue> view = new LinkedHashMap<>();
        PublicView.variables(state).members().forEach((name, value) -> view.put("variables/" + name, value));
        nodes(state, PublicView::outputs).forEach((name, value) -> view.put("nodes/" + name, value));
        PublicView.outputs(state).members().forEach((name, value) -> view.put("outputs/" + name, value));
        return view;
    }

    public boolean isEmpty() {
        return differences.isEmpty();
    }

    private static void compareAll(
            Map<String, Values> found,
            String prefix,
            Map<String, ? extends JsonValue> a,
            Map<String, ? extends JsonValue> b) {
        TreeSet<String> names = new TreeSet<>(a.keySet());
        names.addAll(b.keySet());
        names.forEach(name -> compare(found, prefix + name, a.get(name), b.get(name)));
    }

    private static void compare(Map<String, Values> found, String name, @Nullable JsonValue a, @Nullable JsonValue b) {
        if (!Objects.equals(a, b)) {
            found.put(name, new Values(a, b));
        }
    }

    private static JsonValue status(RunState state) {
        return new JsonString(Status.of(state).wire());
    }

    private static @Nullable JsonValue error(RunState state) {
        return state.error() == null ? null : state.error().toJson();
    }

    private static Map<String, JsonValue> nodes(RunState state, Function<NodeEnd, JsonObject> outputs) {
        Map<String, JsonValue> nodes = new LinkedHashMap<>();
        for (NodeState node : state.nodes().values()) {
            NodeEnd last = node.last();
            if (node.ordinal() > 0) {
                nodes.put(
                        node.id(),
                        JsonObject.of("executions", JsonNumber.of(node.ordinal()))
                                .with("outcome", outcome(node, last))
                                .withIfPresent("outputs", last == null ? null : outputs.apply(last)));
            }
        }
        return nodes;
    }

    private static String outcome(NodeState node, @Nullable NodeEnd last) {
        return !node.isIdle() || last == null ? "open" : last.kind().wire();
    }

    JsonObject toJson() {
        Map<String, JsonValue> groups = new LinkedHashMap<>();
        differences.forEach((name, values) -> {
            int slash = name.indexOf('/');
            if (slash < 0) {
                groups.put(name, values.toJson());
            } else {
                String group = name.substring(0, slash);
                JsonObject known = (JsonObject) groups.getOrDefault(group, JsonObject.EMPTY);
                groups.put(group, known.with(name.substring(slash + 1), values.toJson()));
            }
        });
        return new JsonObject(groups);
    }
}
