package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelListener;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Puts Anthropic's stream together: a message, its blocks one after the other, each in deltas.
final class AnthropicGathering implements Wire.Gathering {

    private final ModelListener listener;
    private final Map<Long, Block> blocks = new TreeMap<>();
    private JsonObject message = JsonObject.EMPTY;
    private boolean whole;

    AnthropicGathering(ModelListener listener) {
        this.listener = listener;
    }

    /// A block that is being written. Texts grow in builders: a thousand deltas would be a thousand copies.
    private static final class Block {
        private JsonObject start;
        private final Map<String, StringBuilder> texts = new LinkedHashMap<>();
        private final List<JsonValue> citations = new ArrayList<>();

        Block(JsonObject start) {
            this.start = start;
        }

        void append(String member, String delta) {
            texts.computeIfAbsent(
                            member, name -> new StringBuilder(start.string(name).orElse("")))
                    .append(delta);
        }

        JsonObject whole() {
            JsonObject block = start;
            for (Map.Entry<String, StringBuilder> text : texts.entrySet()) {
                block = text.getKey().equals("input")
                        ? block.with(
                                "input",
                                Fields.arguments(new JsonString(text.getValue().toString())))
                        : block.with(text.getKey(), text.getValue().toString());
            }
            return citations.isEmpty() ? block : block.with("citations", new JsonArray(citations));
        }
    }

    @Override
    public void take(String type, JsonObject data) {
        switch (data.string("type").orElse(type)) {
            case "message_start" -> message = data.object("message").orElse(JsonObject.EMPTY);
            case "content_block_start" ->
                blocks.put(
                        Fields.count(data, "index"),
                        new Block(data.object("content_block").orElse(JsonObject.EMPTY)));
            case "content_block_delta" -> grow(data);
            case "message_delta" -> {
                message = Fields.merged(message, data.object("delta").orElse(JsonObject.EMPTY));
                message = Fields.merged(message, data.without("delta").without("type"));
            }
            case "message_stop" -> whole = true;
            case "error" -> message = message.with("error", data.object("error").orElse(JsonObject.EMPTY));
            default -> {
                // A ping, or news.
            }
        }
    }

    private void grow(JsonObject data) {
        long index = Fields.count(data, "index");
        Block block = blocks.computeIfAbsent(index, _ -> new Block(JsonObject.EMPTY));
        JsonObject delta = data.object("delta").orElse(JsonObject.EMPTY);
        switch (delta.string("type").orElse("")) {
            case "text_delta" -> {
                String text = delta.string("text").orElse("");
                block.append("text", text);
                listener.text(text);
            }
            case "thinking_delta" -> {
                String text = delta.string("thinking").orElse("");
                block.append("thinking", text);
                listener.reasoning(text);
            }
            case "signature_delta" ->
                block.append("signature", delta.string("signature").orElse(""));
            case "input_json_delta" -> {
                String json = delta.string("partial_json").orElse("");
                block.append("input", json);
                listener.toolCall(callsBefore(index), block.start.string("name").orElse(""), json);
            }
            case "citations_delta" -> {
                JsonValue citation = delta.get("citation");
                if (citation != null) {
                    block.citations.add(citation);
                }
            }
            default -> block.start = Fields.merged(block.start, delta.without("type"));
        }
    }

    private int callsBefore(long index) {
        return (int) blocks.entrySet().stream()
                .filter(block -> block.getKey() < index
                        && block.getValue().start.string("type").orElse("").equals("tool_use"))
                .count();
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public JsonObject whole() {
        return message.with(
                "content",
                Fields.array(blocks.values().stream().map(Block::whole).toList()));
    }
}
