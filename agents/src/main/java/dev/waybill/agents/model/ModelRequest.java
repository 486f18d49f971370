package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a model is asked.
///
/// @param model as its provider calls it
/// @param messages the conversation so far, in order
/// @param tools what the model may call
/// @param responseFormat what its answer must look like; null for free text
/// @param safetySettings the provider's filters, in its own words; null for its usual ones
/// @param providerOptions members for the provider's request as they are, such as `{"thinking": {…}}`; they win
public record ModelRequest(
        String model,
        List<ModelMessage> messages,
        List<ModelTool> tools,
        ToolChoice toolChoice,
        @Nullable ResponseFormat responseFormat,
        Sampling sampling,
        @Nullable JsonValue safetySettings,
        JsonObject providerOptions) {

    public ModelRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    public static ModelRequest of(String model, ModelMessage... messages) {
        return of(model, List.of(messages));
    }

    public static ModelRequest of(String model, List<ModelMessage> messages) {
        return new ModelRequest(
                model, messages, List.of(), ToolChoice.AUTO, null, Sampling.USUAL, null, JsonObject.EMPTY);
    }

    public ModelRequest withModel(String other) {
        return new ModelRequest(
                other, messages, tools, toolChoice, responseFormat, sampling, safetySettings, providerOptions);
    }

    public ModelRequest withMessages(List<ModelMessage> others) {
        return new ModelRequest(
                model, others, tools, toolChoice, responseFormat, sampling, safetySettings, providerOptions);
    }

    /// The same request with more said.
    public ModelRequest and(ModelMessage... more) {
        List<ModelMessage> all = new ArrayList<>(messages);
        all.addAll(List.of(more));
        return withMessages(all);
    }

    public ModelRequest withTools(List<ModelTool> others) {
        return new ModelRequest(
                model, messages, others, toolChoice, responseFormat, sampling, safetySettings, providerOptions);
    }

    public ModelRequest choosing(ToolChoice choice) {
        return new ModelRequest(
                model, messages, tools, choice, responseFormat, sampling, safetySettings, providerOptions);
    }

    public ModelRequest answering(@Nullable ResponseFormat format) {
        return new ModelRequest(model, messages, tools, toolChoice, format, sampling, safetySettings, providerOptions);
    }

    public ModelRequest sampled(Sampling other) {
        return new ModelRequest(
                model, messages, tools, toolChoice, responseFormat, other, safetySettings, providerOptions);
    }

    public ModelRequest guarded(@Nullable JsonValue settings) {
        return new ModelRequest(
                model, messages, tools, toolChoice, responseFormat, sampling, settings, providerOptions);
    }

    public ModelRequest withOptions(JsonObject options) {
        return new ModelRequest(model, messages, tools, toolChoice, responseFormat, sampling, safetySettings, options);
    }
}
