package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import org.jspecify.annotations.Nullable;

/// What the gates share.
final class Asking {

    private static final long SECOND = 1_000;
    /// A hundred years.
    private static final long LONGEST_SECONDS = 3_153_600_000L;

    private Asking() {}

    static String key(NodeCall call) {
        return call.node().id() + ":" + call.ordinal();
    }

    /// `deadlineSeconds`; null when the question stands for ever.
    static @Nullable Long timeoutMs(NodeCall call) {
        long seconds = call.config().get("deadlineSeconds") instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
        return seconds <= 0 ? null : Long.valueOf(Math.min(seconds, LONGEST_SECONDS) * SECOND);
    }

    static String prompt(NodeCall call) {
        JsonValue prompt = call.inputs().get("prompt");
        return prompt instanceof JsonString(var text) ? text : Paths.text(prompt);
    }

    static NodeResult nobody(NodeCall call) {
        return NodeResult.failed(
                "interrupt_timeout",
                "nobody answered node %s in time; run again or allow more time"
                        .formatted(call.node().id()));
    }
}
