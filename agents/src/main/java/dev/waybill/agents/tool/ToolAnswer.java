package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.journal.event.RunError;

/// What came of a call.
public sealed interface ToolAnswer {

    /// @param value what the tool gave
    record Given(JsonValue value) implements ToolAnswer {}

    /// It gave nothing; the model is told why, and may do something else.
    record Failed(RunError error) implements ToolAnswer {}

    /// Another run does it. The agent waits for that run, as state, and goes on with what came of it.
    ///
    /// @param plan made by [HandOverPlan#inBetween]
    record Left(HandOverPlan plan) implements ToolAnswer {}

    static ToolAnswer text(String text) {
        return new Given(new JsonString(text));
    }

    static ToolAnswer failed(String code, String message) {
        return new Failed(RunError.of(code, message));
    }
}
