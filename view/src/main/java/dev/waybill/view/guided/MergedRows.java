package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.OutputContract;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The artifacts of one kind, made one by their contract: rows with the same `dedupeBy` values are the same row, of
/// which the latest holds, and rows stand in the order of `orderBy`. What is no row holds as it came last.
final class MergedRows {

    private record Row(JsonValue value, PlaceView from) {}

    /// What makes two rows of a list the same.
    private record Name(String list, List<JsonValue> values) {}

    private final OutputContract contract;
    private final List<RowPath> keys;
    private final List<RowPath> order;
    private final List<PlaceView> from = new ArrayList<>();
    private final Map<String, List<Row>> lists = new LinkedHashMap<>();
    private final Map<Name, Integer> named = new LinkedHashMap<>();
    private JsonObject content = JsonObject.EMPTY;

    MergedRows(OutputContract contract) {
        this.contract = contract;
        this.keys = contract.dedupeBy().stream().map(RowPath::parse).toList();
        this.order = contract.orderBy().stream().map(RowPath::parse).toList();
        order.forEach(path -> lists.put(path.list(), new ArrayList<>()));
        keys.forEach(path -> lists.put(path.list(), new ArrayList<>()));
    }

    void add(JsonObject artifact, PlaceView place) {
        from.add(place);
        lists.forEach((list, rows) -> {
            if (list.isEmpty()) {
                put(list, rows, new Row(artifact, place));
            } else {
                artifact.array(list).orElse(JsonArray.EMPTY).forEach(row -> put(list, rows, new Row(row, place)));
            }
        });
        artifact.members().forEach((name, value) -> content = content.with(name, value));
    }

    private void put(String list, List<Row> rows, Row row) {
        Name name = name(list, row.value());
        Integer known = name == null ? null : named.putIfAbsent(name, rows.size());
        if (known == null) {
            rows.add(row);
        } else {
            rows.set(known, row);
        }
    }

    /// Null for a row without a name, which replaces no other.
    private @Nullable Name name(String list, JsonValue row) {
        List<JsonValue> values = new ArrayList<>();
        boolean isNamed = false;
        for (RowPath key : keys) {
            if (key.list().equals(list)) {
                JsonValue value = key.of(row);
                isNamed |= value != null;
                values.add(value == null ? JsonNull.NULL : value);
            }
        }
        return isNamed ? new Name(list, values) : null;
    }

    List<Artifact> artifacts() {
        List<Row> whole = lists.get("");
        return whole == null ? List.of(merged()) : each(sorted("", whole));
    }

    /// Where the artifacts themselves are the rows.
    private List<Artifact> each(List<Row> rows) {
        return rows.stream()
                .map(row -> new Artifact(
                        contract.kind(),
                        contract.ref(),
                        row.value().asObject().orElse(JsonObject.EMPTY),
                        List.of(row.from()),
                        new LinkedHashMap<>()))
                .toList();
    }

    private Artifact merged() {
        JsonObject all = content;
        Map<String, List<PlaceView>> origins = new TreeMap<>();
        for (var list : lists.entrySet()) {
            List<Row> rows = sorted(list.getKey(), list.getValue());
            all = all.with(
                    list.getKey(), new JsonArray(rows.stream().map(Row::value).toList()));
            origins.put(list.getKey(), rows.stream().map(Row::from).toList());
        }
        return new Artifact(contract.kind(), contract.ref(), all, from, origins);
    }

    private List<Row> sorted(String list, List<Row> rows) {
        List<RowPath> paths =
                order.stream().filter(path -> path.list().equals(list)).toList();
        List<Row> sorted = new ArrayList<>(rows);
        sorted.sort((one, other) -> {
            for (RowPath path : paths) {
                int side = VALUES.compare(path.of(one.value()), path.of(other.value()));
                if (side != 0) {
                    return side;
                }
            }
            return 0;
        });
        return sorted;
    }

    /// Numbers by size, texts by their characters, then everything else; what is missing stands last.
    private static final Comparator<@Nullable JsonValue> VALUES = Comparator.<@Nullable JsonValue>comparingInt(
                    MergedRows::rank)
            .thenComparing((one, other) -> switch (one) {
                case JsonNumber number
                when other instanceof JsonNumber more -> Double.compare(number.doubleValue(), more.doubleValue());
                case JsonString(var text) when other instanceof JsonString(var more) -> text.compareTo(more);
                case null, default -> 0;
            });

    private static int rank(@Nullable JsonValue value) {
        return switch (value) {
            case JsonNumber _ -> 0;
            case JsonString _ -> 1;
            case null -> 3;
            default -> 2;
        };
    }
}
