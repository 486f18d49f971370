package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelListener;
import dev.waybill.base.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/// Waits for the event that brings the whole response. Items that ended on the way stand in for those that it leaves
/// out, as some gateways do.
final class OpenAiResponsesGathering implements Wire.Gathering {

    private final ModelListener listener;
    private final Map<Long, JsonObject> items = new TreeMap<>();
    private JsonObject response = JsonObject.EMPTY;
    private boolean whole;

    OpenAiResponsesGathering(ModelListener listener) {
        this.listener = listener;
    }

    @Override
    public void take(String type, JsonObject data) {
        switch (data.string("type").orElse(type)) {
            case "response.output_item.added", "response.output_item.done" ->
                data.object("item").ifPresent(item -> items.put(Fields.count(data, "output_index"), item));
            case "response.output_text.delta" -> listener.text(delta(data));
            case "response.reasoning_text.delta", "response.reasoning_summary_text.delta" ->
                listener.reasoning(delta(data));
            case "response.function_call_arguments.delta" -> called(data);
            case "response.completed", "response.incomplete" -> {
                response = data.object("response").orElse(JsonObject.EMPTY);
                whole = true;
            }
            case "response.failed" -> {
                response = data.object("response").orElse(JsonObject.EMPTY);
                response = response.has("error") ? response : response.with("error", JsonObject.EMPTY);
            }
            case "error" ->
                response = response.with("error", data.object("error").orElse(data.without("type")));
            default -> {
                // Something on the way.
            }
        }
    }

    private static String delta(JsonObject data) {
        return data.string("delta").orElse("");
    }

    private void called(JsonObject data) {
        long index = Fields.count(data, "output_index");
        long before = items.entrySet().stream()
                .filter(item -> item.getKey() < index
                        && item.getValue().string("type").orElse("").equals("function_call"))
                .count();
        JsonObject item = items.getOrDefault(index, JsonObject.EMPTY);
        listener.toolCall((int) before, item.string("name").orElse(""), delta(data));
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public JsonObject whole() {
        boolean complete =
                response.array("output").filter(output -> output.size() > 0).isPresent();
        return complete || items.isEmpty()
                ? response
                : response.with("output", Fields.array(items.values().stream().toList()));
    }
}
