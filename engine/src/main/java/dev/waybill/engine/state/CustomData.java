package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Question;

/// A question of no kind that OpenWOP knows. On the wire it is wrapped and says what it is; who answers sees what is
/// inside.
public final class CustomData {

    private static final String KIND = "customKind";
    private static final String PAYLOAD = "payload";

    private CustomData() {}

    /// @param customKind for data that does not say it itself
    public static JsonObject wrapped(String kind, JsonObject data, String customKind) {
        return !kind.equals(Question.CUSTOM) || data.has(KIND)
                ? data
                : JsonObject.of(KIND, customKind).with(PAYLOAD, data);
    }

    static JsonObject unwrapped(String kind, JsonObject data) {
        return kind.equals(Question.CUSTOM) && data.has(KIND)
                ? data.object(PAYLOAD).orElse(data)
                : data;
    }
}
