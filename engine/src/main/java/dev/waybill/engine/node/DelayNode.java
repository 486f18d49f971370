package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// `core.delay`: waits. How long stands in `delayMs`, `ms` or `durationMs`, as input or configuration.
public record DelayNode() implements NodeType {

    private static final long LONGEST_MS = 100L * 365 * 24 * 3600 * 1000;

    @Override
    public String typeId() {
        return "core.delay";
    }

    /// Empty when the node does not say.
    public OptionalLong delayMs(NodeCall call) {
        for (String name : new String[] {"delayMs", "ms", "durationMs"}) {
            OptionalLong delay = milliseconds(call.setting(name));
            if (delay.isPresent()) {
                return delay;
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong milliseconds(@Nullable JsonValue value) {
        if (value instanceof JsonNumber number) {
            double ms = number.doubleValue();
            return ms >= 0 && ms <= LONGEST_MS ? OptionalLong.of((long) ms) : OptionalLong.empty();
        }
        return OptionalLong.empty();
    }

    /// What the node gives when the time is over.
    public JsonObject outputs(long delayMs) {
        return JsonObject.builder().put("delayMs", delayMs).build();
    }
}
