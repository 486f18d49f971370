package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedTools;

/// One tool as agents see it, and what it calls.
///
/// @param description written for agents: when to call it, what comes back, what to do next
/// @param annotations hints such as `readOnlyHint`
/// @param input the schema of the arguments; shown to clients, not enforced here: the tool itself refuses by name
/// @param output the schema of `structuredContent`, of refusals too
record McpTool(
        String name,
        String title,
        String description,
        JsonObject annotations,
        JsonObject input,
        JsonObject output,
        Call call) {

    /// As `tools/list` shows it.
    ///
    /// @param form that of the answers; an output schema describes `structuredContent`, so Markdown has none
    JsonObject listed(AnswerForm form) {
        var hints = JsonObject.builder().put("title", title);
        annotations.members().forEach(hints::put);
        return JsonObject.of("name", name)
                .with("title", title)
                .with("description", description)
                .with("inputSchema", input)
                .withIfPresent("outputSchema", form == AnswerForm.JSON ? output : null)
                .with("annotations", hints.build());
    }

    /// The part of the port that a tool stands for.
    @FunctionalInterface
    interface Call {
        GuidedAnswer on(GuidedTools tools, JsonObject arguments, Client client);
    }
}
