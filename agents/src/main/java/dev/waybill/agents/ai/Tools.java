package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.ToolChoice;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tools as `core.ai.toolCalling` is configured with them.
final class Tools {

    private Tools() {}

    static List<ModelTool> read(JsonObject config) {
        List<ModelTool> tools = new ArrayList<>();
        for (JsonValue each : config.array("tools").orElse(JsonArray.EMPTY)) {
            JsonObject tool = each.asObject().orElse(JsonObject.EMPTY);
            tools.add(new ModelTool(
                    tool.string("name")
                            .orElseThrow(() -> new IllegalArgumentException("a tool needs a name, found " + each)),
                    tool.string("description").orElse(null),
                    tool.object("inputSchema").orElse(JsonObject.EMPTY),
                    tool.object("providerOptions").orElse(JsonObject.EMPTY)));
        }
        return tools;
    }

    /// `auto`, `required`, `none`, or `{"name"}`.
    static ToolChoice choice(@Nullable JsonValue written) {
        return switch (written) {
            case null -> ToolChoice.AUTO;
            case JsonString(var word) ->
                switch (word) {
                    case "auto" -> ToolChoice.AUTO;
                    case "required", "any" -> ToolChoice.REQUIRED;
                    case "none" -> ToolChoice.NONE;
                    default -> throw unknown(written);
                };
            case JsonObject object ->
                object.string("name").map(ToolChoice::named).orElseThrow(() -> unknown(written));
            default -> throw unknown(written);
        };
    }

    private static IllegalArgumentException unknown(JsonValue written) {
        return new IllegalArgumentException(
                "toolChoice: expected auto, required, none or {\"name\": …}, found " + written);
    }
}
