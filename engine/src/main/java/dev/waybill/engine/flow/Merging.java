package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One list out of several.
final class Merging {

    private static final String SQL = "sql-query";

    private Merging() {}

    static NodeResult merge(NodeCall call) {
        List<JsonArray> lists = lists(call);
        String mode = call.config().string("mode").orElse("");
        List<JsonValue> merged = switch (mode) {
            case "append" -> appended(lists);
            case "combine-by-key" ->
                byKey(lists, call.config().string("keyPath").orElse(""));
            case "combine-by-position" -> byPosition(lists);
            case "multiplex" -> combinations(lists);
            case "choose-branch" -> firstWithItems(lists);
            case SQL ->
                throw new BadFlow(
                        "HOST_CAPABILITY_MISSING", "this host runs no SQL over lists; use combine-by-key to join them");
            default -> throw new BadFlow(BadFlow.CONFIG, "there is no mode \"" + mode + "\"");
        };
        return NodeResult.done(JsonObject.of("merged", new JsonArray(merged)));
    }

    static List<String> problems(JsonObject config) {
        return config.string("mode").orElse("").equals(SQL)
                ? List.of("config.mode sql-query needs a database that this host does not offer to workflows")
                : List.of();
    }

    private static List<JsonArray> lists(NodeCall call) {
        List<JsonArray> lists = new ArrayList<>();
        for (JsonValue each : Given.list(call, "inputs")) {
            if (!(each instanceof JsonArray list)) {
                throw new BadFlow(BadFlow.INPUT, "the input \"inputs\" takes a list of lists, found " + each.kind());
            }
            lists.add(list);
        }
        return lists;
    }

    private static List<JsonValue> appended(List<JsonArray> lists) {
        List<JsonValue> all = new ArrayList<>();
        lists.forEach(list -> all.addAll(list.items()));
        return all;
    }

    private static List<JsonValue> byKey(List<JsonArray> lists, String path) {
        Map<String, JsonValue> rows = new LinkedHashMap<>();
        for (JsonValue item : appended(lists)) {
            rows.merge(Lists.key(Paths.at(item, path)), object(item), (row, more) -> over(object(row), object(more)));
        }
        return new ArrayList<>(rows.values());
    }

    private static List<JsonValue> byPosition(List<JsonArray> lists) {
        List<JsonValue> rows = new ArrayList<>();
        int longest = lists.stream().mapToInt(JsonArray::size).max().orElse(0);
        for (int index = 0; index < longest; index++) {
            JsonObject row = JsonObject.EMPTY;
            for (JsonArray list : lists) {
                row = index < list.size() ? over(row, object(list.get(index))) : row;
            }
            rows.add(row);
        }
        return rows;
    }

    private static JsonObject object(JsonValue item) {
        return item.asObject()
                .orElseThrow(() -> new BadFlow(
                        BadFlow.INPUT, "only objects can be combined, found %s in a list".formatted(item.kind())));
    }

    private static JsonObject over(JsonObject row, JsonObject more) {
        Map<String, JsonValue> members = new LinkedHashMap<>(row.members());
        members.putAll(more.members());
        return new JsonObject(members);
    }

    private static List<JsonValue> combinations(List<JsonArray> lists) {
        long count = 1;
        for (JsonArray list : lists) {
            count = Sizes.checked(count * list.size());
        }
        List<List<JsonValue>> rows = new ArrayList<>();
        rows.add(List.of());
        for (JsonArray list : lists) {
            List<List<JsonValue>> longer = new ArrayList<>();
            for (List<JsonValue> row : rows) {
                for (JsonValue item : list) {
                    List<JsonValue> extended = new ArrayList<>(row);
                    extended.add(item);
                    longer.add(extended);
                }
            }
            rows = longer;
        }
        List<JsonValue> all = new ArrayList<>();
        rows.forEach(row -> all.add(new JsonArray(row)));
        return all;
    }

    private static List<JsonValue> firstWithItems(List<JsonArray> lists) {
        return lists.stream()
                .filter(list -> list.size() > 0)
                .findFirst()
                .map(JsonArray::items)
                .orElse(List.of());
    }
}
