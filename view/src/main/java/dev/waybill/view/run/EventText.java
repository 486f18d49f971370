package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.text.Shortened;
import dev.waybill.journal.Event;
import dev.waybill.view.text.SafeText;
import org.jspecify.annotations.Nullable;

/// What an event says, in one line.
public final class EventText {

    private static final int LONGEST = 240;

    private EventText() {}

    /// Type, node and payload.
    public static @Nullable JsonObject json(@Nullable Event event) {
        return event == null
                ? null
                : JsonObject.of("type", event.type())
                        .withIfPresent("nodeId", event.nodeId())
                        .with("payload", event.fact().payload());
    }

    public static String of(@Nullable JsonObject event) {
        if (event == null) {
            return "(nothing: the log has ended)";
        }
        String node = event.string("nodeId").map(id -> " " + id).orElse("");
        JsonValue payload = event.get("payload");
        return cut(event.string("type").orElse("?") + node + (payload == null ? "" : " " + value(payload)));
    }

    public static String value(@Nullable JsonValue value) {
        return value == null ? "–" : cut(JsonWriter.compact(value));
    }

    private static String cut(String text) {
        return Shortened.of(SafeText.of(text), LONGEST);
    }
}
