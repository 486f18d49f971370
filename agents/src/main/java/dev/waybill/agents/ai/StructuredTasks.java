package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.workflow.schema.InvalidSchema;
import java.util.List;
import java.util.function.Function;

/// Nodes whose answer has a shape: `core.ai.structuredOutput`, and `classify` and `extract` on top of it.
final class StructuredTasks {

    private StructuredTasks() {}

    static NodeResult structured(Question question) throws InterruptedException {
        JsonObject schema = question.config().object("outputSchema").orElse(JsonObject.EMPTY);
        return enveloped(
                question,
                question.request(question.messages()),
                schema,
                valid -> JsonObject.of("data", valid.value())
                        .with("usage", question.session().usage().toJson())
                        .with("model", valid.reply().model())
                        .with("retries", valid.retries()));
    }

    static NodeResult classify(Question question) throws InterruptedException {
        JsonArray labels = question.config().array("labels").orElse(JsonArray.EMPTY);
        JsonObject schema =
                object(JsonObject.of("label", JsonObject.of("enum", labels)).with("confidence", number()), "label");
        ModelRequest request = asking(
                question, "Say which label fits the text best, and how sure you are, from 0 to 1. Labels: " + labels);
        return enveloped(
                question, request, schema, valid -> valid.value().asObject().orElse(JsonObject.EMPTY));
    }

    static NodeResult extract(Question question) throws InterruptedException {
        JsonObject wanted = question.config().object("schema").orElse(JsonObject.EMPTY);
        JsonObject schema = wanted.has("type") || wanted.has("properties") || wanted.has("$ref")
                ? object(JsonObject.of("value", wanted).with("confidence", number()), "value")
                : JsonObject.of("required", JsonArray.ofStrings(List.of("value")));
        ModelRequest request = asking(question, "Extract what the schema asks for from the text. Make nothing up.");
        return enveloped(
                question, request, schema, valid -> valid.value().asObject().orElse(JsonObject.EMPTY));
    }

    private static ModelRequest asking(Question question, String task) {
        JsonValue text = question.node().inputs().get("text");
        String given = text instanceof JsonString(var words) ? words : String.valueOf(text);
        return question.request(List.of(ModelMessage.system(task), ModelMessage.user(given)));
    }

    private static JsonObject object(JsonObject properties, String required) {
        return JsonObject.of("type", "object")
                .with("properties", properties)
                .with("required", JsonArray.ofStrings(List.of(required)))
                .with("additionalProperties", false);
    }

    private static JsonObject number() {
        return JsonObject.of("type", "number").with("minimum", 0).with("maximum", 1);
    }

    private static NodeResult enveloped(
            Question question,
            ModelRequest request,
            JsonObject schema,
            Function<Envelope.Outcome.Valid, JsonObject> outputs)
            throws InterruptedException {
        Envelope envelope;
        try {
            envelope = new Envelope(question, Envelope.format(schema), attempts(question.config()));
        } catch (InvalidSchema e) {
            return NodeResult.failed("validation_error", "the schema cannot be used: " + e.getMessage());
        }
        return switch (envelope.ask(request)) {
            case Envelope.Outcome.Valid valid -> NodeResult.done(outputs.apply(valid));
            case Envelope.Outcome.Ended(var result) -> result;
        };
    }

    /// The host asks three times in any case; a node can have it ask more often.
    private static int attempts(JsonObject config) {
        long retries = config.get("retryOnInvalidJson") instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
        return (int) Math.max(Limits.SCHEMA_ROUNDS, retries + 1);
    }
}
