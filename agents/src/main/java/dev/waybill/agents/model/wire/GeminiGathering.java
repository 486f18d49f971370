package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelListener;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Puts Gemini's chunks together: each is an answer of its own, with the next parts.
final class GeminiGathering implements Wire.Gathering {

    private static final String TEXT = "text";

    private final ModelListener listener;
    private final List<JsonObject> parts = new ArrayList<>();
    private final StringBuilder last = new StringBuilder();
    private JsonObject top = JsonObject.EMPTY;
    private JsonObject candidate = JsonObject.EMPTY;
    private int calls;

    GeminiGathering(ModelListener listener) {
        this.listener = listener;
    }

    @Override
    public void take(String type, JsonObject data) {
        top = Fields.merged(top, data.without("candidates"));
        JsonObject next = Fields.first(data, "candidates");
        JsonObject content = next.object("content").orElse(JsonObject.EMPTY);
        candidate = Fields.merged(candidate, next.without("content"));
        candidate = Fields.merged(candidate, JsonObject.of("content", content.without("parts")));
        Fields.objects(content, "parts").forEach(this::add);
    }

    /// Pieces of one text become one part. A signature seals what stands before it.
    private void add(JsonObject part) {
        boolean goesOn = !parts.isEmpty()
                && part.has(TEXT)
                && parts.getLast().has(TEXT)
                && !parts.getLast().has("thoughtSignature")
                && Objects.equals(part.get("thought"), parts.getLast().get("thought"));
        String text = part.string(TEXT).orElse("");
        if (goesOn) {
            parts.set(parts.size() - 1, Fields.merged(parts.getLast(), part));
        } else {
            finish();
            parts.add(part);
            last.setLength(0);
        }
        last.append(text);
        tell(part, text);
    }

    private void finish() {
        if (!parts.isEmpty() && parts.getLast().has(TEXT)) {
            parts.set(parts.size() - 1, parts.getLast().with(TEXT, last.toString()));
        }
    }

    private void tell(JsonObject part, String text) {
        part.object("functionCall").ifPresent(call -> {
            JsonValue arguments = call.get("args");
            listener.toolCall(calls++, call.string("name").orElse(""), arguments == null ? "{}" : arguments.toString());
        });
        if (!text.isEmpty() && part.get("thought") == JsonBool.TRUE) {
            listener.reasoning(text);
        } else if (!text.isEmpty()) {
            listener.text(text);
        }
    }

    @Override
    public boolean isWhole() {
        return candidate.has("finishReason") || top.has("promptFeedback");
    }

    @Override
    public JsonObject whole() {
        finish();
        if (candidate.isEmpty()) {
            return top;
        }
        JsonObject content =
                candidate.object("content").orElse(JsonObject.EMPTY).with("parts", Fields.array(parts));
        return top.with("candidates", JsonArray.of(candidate.with("content", content)));
    }
}
