package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request to a model and what came back, whole. The log keeps it in its private part, so that the request can be
/// recognised by its key and sent once more.
///
/// @param key names the request by what it means, whatever its transport adds
/// @param settings everything about the request except its messages
/// @param messages the conversation that was sent, in order
/// @param kind what the answer was: `completed`, `truncated`, `refused`, `blocked`, or `embedding`
/// @param answer what the model said; null where that is not a message
public record Exchange(
        String key,
        JsonObject settings,
        List<JsonValue> messages,
        String kind,
        @Nullable JsonValue answer) {

    public Exchange {
        messages = Collections.unmodifiableList(new ArrayList<>(messages));
    }

    /// Whether the model, or a filter in front of it, would not answer.
    public boolean isRefusal() {
        return kind.equals("refused") || kind.equals("blocked");
    }
}
