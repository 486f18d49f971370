package dev.waybill.engine.flow;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lists that are counted out, cut, sorted and compared.
final class Lists {

    private static final String ARRAY = "array";
    private static final String ITEMS = "items";
    private static final String COUNT = "count";

    private Lists() {}

    static NodeResult iterate(NodeCall call) {
        JsonArray given = Given.list(call, ARRAY);
        List<JsonValue> items = new ArrayList<>();
        for (JsonValue item : given) {
            items.add(JsonObject.of("item", item).with("index", items.size()).with("total", given.size()));
        }
        return NodeResult.done(JsonObject.of(ITEMS, new JsonArray(items)).with("total", given.size()));
    }

    static NodeResult repeat(NodeCall call) {
        JsonObject config = call.config();
        int count = Sizes.checked(Given.count(config, COUNT, 0));
        double start = Figures.of(config, "start", 0);
        double step = Figures.of(config, "step", 1);
        List<JsonValue> items = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            items.add(JsonObject.of("i", Figures.number(start + index * step))
                    .with("index", index)
                    .with("total", count));
        }
        return NodeResult.done(JsonObject.of(ITEMS, new JsonArray(items)).with(COUNT, count));
    }

    static NodeResult batch(NodeCall call) {
        List<JsonValue> items = Given.list(call, ARRAY).items();
        int size = Math.min(Math.max(1, Given.count(call.config(), "batchSize", 1)), items.size());
        List<JsonValue> remaining = items.subList(size, items.size());
        return NodeResult.done(JsonObject.of("batch", new JsonArray(items.subList(0, size)))
                .with("remaining", new JsonArray(remaining))
                .with("done", remaining.isEmpty())
                .with("batchSize", size)
                .with("remainingCount", remaining.size()));
    }

    static NodeResult sort(NodeCall call) {
        List<JsonValue> items = new ArrayList<>(Given.list(call, ARRAY).items());
        items.sort(SortOrder.of(Given.objects(call.config(), "keys")));
        return NodeResult.done(JsonObject.of(ARRAY, new JsonArray(items)));
    }

    static NodeResult limit(NodeCall call) {
        List<JsonValue> items = Given.list(call, ARRAY).items();
        int from = Math.min(Given.count(call.config(), "offset", 0), items.size());
        int count = Math.min(Given.count(call.config(), COUNT, 0), items.size() - from);
        return NodeResult.done(JsonObject.of(ARRAY, new JsonArray(items.subList(from, from + count)))
                .with(COUNT, count));
    }

    static NodeResult distinct(NodeCall call) {
        JsonArray given = Given.list(call, ARRAY);
        String path = call.config().string("path").orElse("");
        List<JsonValue> first = new ArrayList<>(keyed(given, path, false).values());
        return NodeResult.done(JsonObject.of(ARRAY, new JsonArray(first)).with("dropped", given.size() - first.size()));
    }

    /// @param last whether the last one of a key counts, else the first
    private static Map<String, JsonValue> keyed(JsonArray items, String path, boolean last) {
        Map<String, JsonValue> byKey = new LinkedHashMap<>();
        for (JsonValue item : items) {
            String key = key(Paths.at(item, path));
            if (last || !byKey.containsKey(key)) {
                byKey.put(key, item);
            }
        }
        return byKey;
    }

    /// Equal values have equal keys; nothing is not the same as null.
    static String key(@Nullable JsonValue value) {
        return value == null ? "" : Jcs.canonical(value);
    }

    static NodeResult compare(NodeCall call) {
        String path = call.config().string("keyPath").orElse("");
        Map<String, JsonValue> before = keyed(Given.list(call, "left"), path, true);
        Map<String, JsonValue> after = keyed(Given.list(call, "right"), path, true);
        List<JsonValue> added = new ArrayList<>();
        List<JsonValue> changed = new ArrayList<>();
        List<JsonValue> unchanged = new ArrayList<>();
        after.forEach((key, value) -> {
            JsonValue old = before.get(key);
            if (old == null) {
                added.add(value);
            } else if (key(old).equals(key(value))) {
                unchanged.add(value);
            } else {
                changed.add(JsonObject.of("before", old).with("after", value));
            }
        });
        List<JsonValue> removed = new ArrayList<>();
        before.forEach((key, value) -> {
            if (!after.containsKey(key)) {
                removed.add(value);
            }
        });
        return NodeResult.done(JsonObject.of("addedIn2", new JsonArray(added))
                .with("removedFrom1", new JsonArray(removed))
                .with("changed", new JsonArray(changed))
                .with("unchanged", new JsonArray(unchanged)));
    }

    static NodeResult pass(NodeCall call) {
        JsonValue value = call.inputs().get("value");
        return NodeResult.done(value == null ? JsonObject.EMPTY : JsonObject.of("value", value));
    }

    /// A cell without a value is null.
    static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonNull.NULL : value;
    }
}
