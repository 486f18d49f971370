package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.prompt.PromptText;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `core.ai.callPrompt`: asks with a prompt that has a name. Its text stands in the node's `prompt`, or the run brings
/// it under `promptOverrides`; `{{name}}` stands for an input or a variable.
final class PromptTask implements ModelNode.Task {

    private static final Pattern SLOT = Pattern.compile("\\{\\{\\s*([A-Za-z0-9_.-]+)\\s*}}");

    /// A node that asks for something else under this name, such as a call of a tool, is refused before its run begins.
    @Override
    public List<String> check(WorkflowNode node) {
        JsonObject config = node.config();
        return config.has("promptId") || config.has("prompt") || node.inputs().containsKey("prompt")
                ? List.of()
                : List.of("expected a prompt, a promptId, or an input named prompt");
    }

    @Override
    public NodeResult perform(Question question) throws InterruptedException {
        String text = text(question);
        question.config()
                .string("promptId")
                .ifPresent(id -> question.report(new ModelFact.PromptComposed(
                        question.nodeId(),
                        List.of("prompt:" + id),
                        "user-only",
                        PromptText.hash(question.call(), text),
                        null,
                        null)));
        ModelRequest request = question.request(List.of(ModelMessage.user(text)));
        boolean inPieces = question.config().get("expectsStreaming") == JsonBool.TRUE;
        return ChatTask.answered(question, inPieces ? question.askInPieces(request) : question.ask(request), false);
    }

    private static String text(Question question) {
        JsonObject config = question.config();
        Optional<String> id = config.string("promptId");
        String template = id.flatMap(name ->
                        question.node().configurable().object("promptOverrides").flatMap(texts -> texts.string(name)))
                .or(() -> config.string("prompt"))
                .or(() -> question.node().inputs().string("prompt"))
                .orElseGet(() -> id.orElseThrow(() -> new IllegalArgumentException(
                        "expected a prompt, or a promptId that the run brings a text for")));
        return SLOT.matcher(template).replaceAll(slot -> Matcher.quoteReplacement(value(question, slot.group(1))));
    }

    private static String value(Question question, String name) {
        JsonValue value = question.node().inputs().get(name);
        JsonValue found = value == null ? question.node().variables().get(name) : value;
        return switch (found) {
            case null ->
                throw new IllegalArgumentException(
                        "the prompt asks for {{%s}}, and there is no such input or variable".formatted(name));
            case JsonString(var text) -> text;
            default -> found.toString();
        };
    }
}
