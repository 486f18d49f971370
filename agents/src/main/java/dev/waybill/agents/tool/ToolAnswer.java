package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.RunError;

/// What came of a call.
public sealed interface ToolAnswer {

    /// @param value what the tool gave
    record Given(JsonValue value) implements ToolAnswer {}

    /// It gave nothing; the model is told why, and may do something else.
    record Failed(RunError error) implements ToolAnswer {}

    static ToolAnswer text(String text) {
        return new Given(new JsonString(text));
    }

    static ToolAnswer failed(String code, String message) {
        return new Failed(RunError.of(code, message));
    }
}
