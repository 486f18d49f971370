package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// One value out of a list: a number, a text, a table.
final class Aggregation {

    private static final String ITEMS = "items";
    private static final String COUNT = "count";

    private Aggregation() {}

    static NodeResult array(NodeCall call) {
        return NodeResult.done(JsonObject.of("array", Given.list(call, ITEMS)));
    }

    static NodeResult numeric(NodeCall call) {
        String path = call.config().string("path").orElse("");
        double[] values = Given.list(call, ITEMS).items().stream()
                .map(item -> Paths.at(item, path))
                .filter(JsonNumber.class::isInstance)
                .mapToDouble(value -> ((JsonNumber) value).doubleValue())
                .toArray();
        JsonValue result = values.length == 0
                ? JsonNull.NULL
                : Figures.number(reduced(call.config().string("op").orElse(""), values));
        return NodeResult.done(JsonObject.of("result", result).with(COUNT, values.length));
    }

    /// Added one after the other: a sum that depends on how it was split would not replay.
    private static double reduced(String op, double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return switch (op) {
            case "sum" -> sum;
            case "count" -> values.length;
            case "avg" -> sum / values.length;
            case "min" -> Arrays.stream(values).min().orElseThrow();
            case "max" -> Arrays.stream(values).max().orElseThrow();
            default -> throw new BadFlow(BadFlow.CONFIG, "there is no operation \"" + op + "\"");
        };
    }

    static NodeResult text(NodeCall call) {
        JsonObject config = call.config();
        List<JsonValue> items = Given.list(call, ITEMS).items();
        String template = config.string("template").filter(it -> !it.isEmpty()).orElse(null);
        String path = config.string("path").orElse("");
        String text = items.stream()
                .map(item -> template == null ? Paths.text(Paths.at(item, path)) : Templates.filled(template, item))
                .collect(Collectors.joining(config.string("separator").orElse("")));
        return NodeResult.done(JsonObject.of("text", text).with(COUNT, items.size()));
    }

    static NodeResult table(NodeCall call) {
        List<JsonObject> columns = Given.objects(call.config(), "columns");
        List<JsonValue> rows = new ArrayList<>();
        for (JsonValue item : Given.list(call, ITEMS)) {
            List<JsonValue> row = new ArrayList<>();
            columns.forEach(column ->
                    row.add(Lists.orNull(Paths.at(item, column.string("path").orElse("")))));
            rows.add(new JsonArray(row));
        }
        return NodeResult.done(JsonObject.of(
                        "columns",
                        JsonArray.ofStrings(
                                columns.stream().map(Aggregation::heading).toList()))
                .with("rows", new JsonArray(rows))
                .with("rowCount", rows.size()));
    }

    private static String heading(JsonObject column) {
        return column.string("label")
                .filter(label -> !label.isEmpty())
                .orElse(column.string("path").orElse(""));
    }
}
