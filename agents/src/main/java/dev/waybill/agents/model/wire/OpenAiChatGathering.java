package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelListener;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Puts a chat completion together from its chunks.
final class OpenAiChatGathering implements Wire.Gathering {

    private static final Set<String> GROWING =
            Set.of("content", "refusal", "reasoning", "reasoning_content", "arguments", "thought_signature");

    private final ModelListener listener;
    private final Growing message = new Growing();
    private final List<Call> calls = new ArrayList<>();
    private JsonObject top = JsonObject.EMPTY;
    private JsonObject choice = JsonObject.EMPTY;

    OpenAiChatGathering(ModelListener listener) {
        this.listener = listener;
    }

    /// Members that come in pieces: texts are joined, arrays too, of everything else the last word counts.
    private static final class Growing {
        private final Map<String, JsonValue> members = new LinkedHashMap<>();
        private final Map<String, StringBuilder> texts = new LinkedHashMap<>();

        void take(String name, JsonValue value) {
            if (value == JsonNull.NULL) {
                members.putIfAbsent(name, value);
            } else if (value instanceof JsonString(var text) && GROWING.contains(name)) {
                members.put(name, value);
                texts.computeIfAbsent(name, _ -> new StringBuilder()).append(text);
            } else if (value instanceof JsonArray more && members.get(name) instanceof JsonArray known) {
                List<JsonValue> all = new ArrayList<>(known.items());
                all.addAll(more.items());
                members.put(name, new JsonArray(all));
            } else if (!(value instanceof JsonString(var text) && text.isEmpty() && members.containsKey(name))) {
                members.put(name, value);
            }
        }

        JsonObject whole() {
            Map<String, JsonValue> whole = new LinkedHashMap<>(members);
            texts.forEach((name, text) -> whole.put(name, new JsonString(text.toString())));
            return new JsonObject(whole);
        }
    }

    private static final class Call {
        private final Growing call = new Growing();
        private final Growing function = new Growing();

        JsonObject whole() {
            return call.whole().with("function", function.whole());
        }
    }

    @Override
    public void take(String type, JsonObject data) {
        // Chunks without usage say so, also behind the one that has it.
        top = Fields.merged(Fields.merged(data.without("choices"), top), Fields.withoutNulls(data.without("choices")));
        JsonObject next = Fields.first(data, "choices");
        choice = Fields.merged(choice, Fields.withoutNulls(next.without("delta")));
        JsonObject delta = next.object("delta").orElse(JsonObject.EMPTY);
        delta.members().forEach((name, value) -> {
            if (!name.equals("tool_calls")) {
                message.take(name, value);
            }
        });
        delta.string("content").filter(text -> !text.isEmpty()).ifPresent(listener::text);
        delta.string("reasoning_content")
                .or(() -> delta.string("reasoning"))
                .filter(text -> !text.isEmpty())
                .ifPresent(listener::reasoning);
        Fields.objects(delta, "tool_calls").forEach(this::grow);
    }

    private void grow(JsonObject piece) {
        int index = index(piece);
        Call call = calls.get(index);
        piece.without("function").without("index").members().forEach(call.call::take);
        JsonObject function = piece.object("function").orElse(JsonObject.EMPTY);
        function.members().forEach(call.function::take);
        listener.toolCall(
                index,
                call.function.whole().string("name").orElse(""),
                function.string("arguments").orElse(""));
    }

    /// Which call a piece belongs to. Providers that send calls whole do not always count them.
    private int index(JsonObject piece) {
        int index = piece.has("index") ? (int) Math.min(Fields.count(piece, "index"), calls.size()) : calls.size();
        if (index == calls.size()) {
            calls.add(new Call());
        }
        return index;
    }

    @Override
    public boolean isWhole() {
        return choice.has("finish_reason");
    }

    @Override
    public JsonObject whole() {
        JsonObject said = message.whole();
        if (!calls.isEmpty()) {
            said = said.with(
                    "tool_calls", Fields.array(calls.stream().map(Call::whole).toList()));
        }
        return top.with("choices", JsonArray.of(choice.with("message", said)));
    }
}
