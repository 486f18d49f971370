package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import java.util.List;

/// What a node was given, read.
final class Given {

    private Given() {}

    /// An input of any kind; null where none came.
    static JsonValue value(NodeCall call, String name) {
        JsonValue value = call.inputs().get(name);
        return value == null ? JsonNull.NULL : value;
    }

    /// @throws BadFlow when it is no list
    static JsonArray list(NodeCall call, String name) {
        JsonValue value = value(call, name);
        if (value instanceof JsonArray array) {
            return array;
        }
        throw new BadFlow(BadFlow.INPUT, "the input \"%s\" takes a list, found %s".formatted(name, value.kind()));
    }

    static List<JsonObject> objects(JsonObject config, String name) {
        return config.array(name).orElse(JsonArray.EMPTY).items().stream()
                .flatMap(item -> item.asObject().stream())
                .toList();
    }

    static int count(JsonObject config, String name, int otherwise) {
        return config.get(name) instanceof JsonNumber number
                ? Math.clamp(number.asInteger().orElse(otherwise), 0, Integer.MAX_VALUE)
                : otherwise;
    }
}
