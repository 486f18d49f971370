package dev.waybill.agents.packjs;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/// What one execution may ask for. The other process is not trusted to know: whatever is not in this table is refused
/// here.
final class HostFunctions {

    /// More is no conversation.
    private static final int MOST_QUESTIONS = 10_000;

    private final Map<String, HostFunction> known = new LinkedHashMap<>();
    private int questions;

    HostFunctions and(String name, HostFunction function) {
        known.put(name, function);
        return this;
    }

    /// @param asked `{"name", "argument"}`
    /// @return `{"value"}` or `{"error"}`, for the code
    JsonObject answer(JsonObject asked) throws InterruptedException {
        String name = asked.string("name").orElse("");
        HostFunction function = known.get(name);
        try {
            if (function == null) {
                throw new HostRefused(
                        "host_function_not_granted", "the pack's manifest does not declare what " + name + " needs");
            }
            if (++questions > MOST_QUESTIONS) {
                throw new HostRefused(
                        "pack_limit_exceeded", "a node asks its host at most %d times".formatted(MOST_QUESTIONS));
            }
            JsonValue argument = asked.get("argument");
            return told("value", function.answer(argument == null ? JsonNull.NULL : argument));
        } catch (HostRefused refused) {
            return told(
                    "error",
                    JsonObject.builder()
                            .put("code", refused.code())
                            .put("message", refused.getMessage())
                            .build());
        }
    }

    private static JsonObject told(String member, JsonValue value) {
        return JsonObject.builder().put("type", "told").put(member, value).build();
    }
}
