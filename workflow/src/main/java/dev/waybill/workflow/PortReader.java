package dev.waybill.workflow;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.Expression;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads where an input's value comes from.
record PortReader(Names names) {

    private static final List<String> TYPES = List.of("static", "variable", "connection", "expression");

    @Nullable
    PortValue read(Members ports, String port, JsonValue value) {
        if (!(value instanceof JsonObject object)) {
            ports.wrongTypeAt(ports.pointer(port), "an object such as {\"type\": \"static\", \"value\": …}", value);
            return null;
        }
        Members members = ports.below(port, object);
        members.text("type");
        String type = members.word("type", TYPES, Function.identity(), "");
        return members.isSound() ? of(type, members) : null;
    }

    private @Nullable PortValue of(String type, Members port) {
        return switch (type) {
            case "static" -> fixed(port);
            case "variable" -> variable(port);
            case "connection" -> connection(port);
            default -> computed(port);
        };
    }

    private static @Nullable PortValue fixed(Members port) {
        port.expectOnly(List.of("type", "value"));
        return port.require("value")
                ? new PortValue.Static(Objects.requireNonNullElse(port.object().get("value"), JsonNull.NULL))
                : null;
    }

    private @Nullable PortValue variable(Members port) {
        port.expectOnly(List.of("type", "variableName", "optional"));
        String name = port.text("variableName");
        boolean optional = port.flag("optional", false);
        if (!name.isEmpty()) {
            names.use(Names.Kind.VARIABLE, name, port.pointer("variableName"), optional);
        }
        return port.isSound() ? new PortValue.Variable(name, optional) : null;
    }

    private @Nullable PortValue connection(Members port) {
        port.expectOnly(List.of("type", "nodeId", "outputKey", "optional"));
        String node = port.text("nodeId");
        String output = port.text("outputKey");
        boolean optional = port.flag("optional", false);
        if (!node.isEmpty()) {
            names.use(Names.Kind.NODE, node, port.pointer("nodeId"), false);
        }
        return port.isSound() ? new PortValue.Connection(node, output, optional) : null;
    }

    private @Nullable PortValue computed(Members port) {
        port.expectOnly(List.of("type", "expression"));
        Expression expression = new ExpressionReader(names).expression(port, "expression");
        return expression == null ? null : new PortValue.Computed(expression);
    }
}
