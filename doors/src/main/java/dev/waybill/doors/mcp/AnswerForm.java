package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The form of a tool's result: the contract's JSON for programs, or Markdown for agents whose client would send a
/// prompt
/// to their model twice.
public enum AnswerForm {
    /// `structuredContent`, and the same object serialized as the text.
    JSON,
    /// The prompt as its author wrote it, everything else as one line of JSON below; no `structuredContent`.
    MARKDOWN;

    /// As settings and addresses name it.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Empty when there is no such form.
    public static Optional<AnswerForm> named(String wire) {
        return Arrays.stream(values()).filter(form -> form.wire().equals(wire)).findFirst();
    }

    /// For messages.
    public static List<String> names() {
        return Arrays.stream(values()).map(AnswerForm::wire).toList();
    }

    JsonObject result(GuidedAnswer answer) {
        String text = this == JSON ? answer.structured().toString() : answer.text();
        JsonObject content = JsonObject.of("type", "text").with("text", text);
        return JsonObject.of("content", JsonArray.of(content))
                .withIfPresent("structuredContent", this == JSON ? answer.structured() : null)
                .with("isError", JsonBool.of(answer.isError()))
                .withIfPresent("_meta", answer.meta().isEmpty() ? null : answer.meta());
    }
}
