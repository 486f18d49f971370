package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.Sampling;
import dev.waybill.agents.model.StopReason;
import dev.waybill.agents.model.ToolChoice;
import dev.waybill.agents.model.Usage;
import dev.waybill.agents.model.Verbatim;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Google's Gemini.
public final class GeminiWire implements Wire {

    public static final String NAME = "gemini";

    private static final String TEXT = "text";
    private static final String PARTS = "parts";
    private static final String CALL = "functionCall";

    private static final Set<String> FILTERS =
            Set.of("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "MODEL_ARMOR");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> usualUrl() {
        return Optional.of("https://generativelanguage.googleapis.com");
    }

    @Override
    public String usualPrefix() {
        return "/v1beta";
    }

    @Override
    public String path(ModelRequest request, boolean streamed) {
        return "/models/" + request.model() + (streamed ? ":streamGenerateContent?alt=sse" : ":generateContent");
    }

    @Override
    public Map<String, String> keyHeaders(String key) {
        return Collections.singletonMap("x-goog-api-key", key);
    }

    @Override
    public JsonObject body(ModelRequest request, boolean streamed) {
        JsonObject.Builder body = JsonObject.builder()
                .put("contents", contents(request.messages()))
                .putIfPresent("systemInstruction", system(request.messages()));
        if (!request.tools().isEmpty()) {
            body.put("tools", tools(request.tools())).putIfPresent("toolConfig", choice(request.toolChoice()));
        }
        body.put("generationConfig", generation(request)).putIfPresent("safetySettings", request.safetySettings());
        return Fields.withOptions(body.build(), request.providerOptions());
    }

    private static JsonObject generation(ModelRequest request) {
        Sampling sampling = request.sampling();
        ResponseFormat format = request.responseFormat();
        JsonObject.Builder config = JsonObject.builder()
                .putIfPresent("temperature", sampling.temperature())
                .putIfPresent("topP", sampling.topP())
                .putIfPresent("topK", sampling.topK())
                .putIfPresent("maxOutputTokens", Fields.number(sampling.maxOutputTokens()))
                .putIfPresent("seed", Fields.number(sampling.seed()))
                .putIfPresent("stopSequences", sampling.stop().isEmpty() ? null : Fields.texts(sampling.stop()));
        if (format != null) {
            config.put("responseMimeType", "application/json").put("responseJsonSchema", format.schema());
        }
        return config.build();
    }

    private static @Nullable JsonObject system(List<ModelMessage> messages) {
        List<JsonObject> texts = messages.stream()
                .filter(message -> message.role() == Role.SYSTEM)
                .map(message -> text(message.text()))
                .toList();
        return texts.isEmpty()
                ? null
                : JsonObject.builder()
                        .put(PARTS, Fields.array(texts))
                        .put("role", "user")
                        .build();
    }

    private static JsonObject text(String text) {
        return JsonObject.builder().put(TEXT, text).build();
    }

    private static JsonArray contents(List<ModelMessage> messages) {
        List<JsonValue> contents = new ArrayList<>();
        for (ModelMessage message : messages) {
            JsonArray parts = parts(message);
            if (message.role() != Role.SYSTEM && parts.size() > 0) {
                contents.add(JsonObject.builder()
                        .put("role", message.role() == Role.ASSISTANT ? "model" : "user")
                        .put(PARTS, parts)
                        .build());
            }
        }
        return new JsonArray(contents);
    }

    private static JsonArray parts(ModelMessage message) {
        Verbatim verbatim = message.verbatim();
        if (verbatim != null && verbatim.wire().equals(NAME) && verbatim.json() instanceof JsonArray kept) {
            return kept;
        }
        List<JsonValue> parts = new ArrayList<>();
        for (MessagePart part : message.parts()) {
            switch (part) {
                case MessagePart.Text(var text) -> parts.add(text(text));
                case MessagePart.ToolCall(var id, var name, var arguments) ->
                    parts.add(wrapped(
                            CALL,
                            JsonObject.builder().put("id", id).put("name", name).put("args", arguments)));
                case MessagePart.ToolResult(var id, var name, var content, var isError) ->
                    parts.add(wrapped(
                            "functionResponse",
                            JsonObject.builder()
                                    .put("id", id)
                                    .put("name", name)
                                    .put("response", response(content, isError))));
                case MessagePart.Reasoning _, MessagePart.Opaque _ -> {
                    // Another provider's.
                }
            }
        }
        return new JsonArray(parts);
    }

    private static JsonObject wrapped(String name, JsonObject.Builder value) {
        return JsonObject.builder().put(name, value.build()).build();
    }

    /// The provider wants an object.
    private static JsonObject response(String content, boolean isError) {
        JsonObject object = isError ? null : Fields.object(content);
        return object == null
                ? JsonObject.builder()
                        .put(isError ? "error" : "output", content)
                        .build()
                : object;
    }

    private static JsonArray tools(List<ModelTool> tools) {
        List<JsonObject> declared = tools.stream()
                .map(tool -> Fields.merged(
                        JsonObject.builder()
                                .put("name", tool.name())
                                .putIfPresent("description", tool.description())
                                .put("parametersJsonSchema", tool.parameters())
                                .build(),
                        tool.options()))
                .toList();
        return JsonArray.of(JsonObject.builder()
                .put("functionDeclarations", Fields.array(declared))
                .build());
    }

    private static @Nullable JsonObject choice(ToolChoice choice) {
        JsonObject.Builder config = JsonObject.builder();
        switch (choice.mode()) {
            case AUTO -> {
                return null;
            }
            case REQUIRED -> config.put("mode", "ANY");
            case NONE -> config.put("mode", "NONE");
            case NAMED ->
                config.put("mode", "ANY")
                        .put("allowedFunctionNames", Fields.texts(List.of(String.valueOf(choice.tool()))));
        }
        return JsonObject.builder().put("functionCallingConfig", config.build()).build();
    }

    @Override
    public ModelAnswer read(ModelRequest request, JsonObject answer) {
        JsonObject candidate = Fields.first(answer, "candidates");
        String blocked = answer.object("promptFeedback")
                .flatMap(it -> it.string("blockReason"))
                .orElse(null);
        if (candidate.isEmpty() && blocked == null) {
            throw new Unreadable("expected a candidate, found " + answer.names());
        }
        JsonArray written = candidate
                .object("content")
                .flatMap(content -> content.array(PARTS))
                .orElse(JsonArray.EMPTY);
        List<JsonValue> kept = new ArrayList<>();
        List<MessagePart> parts = new ArrayList<>();
        for (JsonValue part : written) {
            JsonObject named = named(answer, part.asObject().orElse(JsonObject.EMPTY), kept.size());
            kept.add(named);
            parts.add(part(named));
        }
        String word = candidate.string("finishReason").orElse("");
        Reply reply = new Reply(
                new ModelMessage(Role.ASSISTANT, parts, new Verbatim(NAME, new JsonArray(kept))),
                blocked == null ? stopReason(word, parts) : StopReason.SAFETY,
                usage(answer.object("usageMetadata").orElse(JsonObject.EMPTY)),
                answer.string("modelVersion").orElse(request.model()),
                answer);
        return switch (reply.stopReason()) {
            case MAX_TOKENS -> new ModelAnswer.Truncated(reply);
            case SAFETY -> new ModelAnswer.Blocked(reply, blocked == null ? word : blocked);
            default -> new ModelAnswer.Completed(reply);
        };
    }

    /// A call without a name gets one, which its result will carry.
    private static JsonObject named(JsonObject answer, JsonObject part, int index) {
        return part.object(CALL)
                .filter(call -> !call.has("id"))
                .map(call -> part.with(
                        CALL, call.with("id", answer.string("responseId").orElse("call") + "-" + (index + 1))))
                .orElse(part);
    }

    private static MessagePart part(JsonObject part) {
        if (part.get("thought") == JsonBool.TRUE) {
            return new MessagePart.Reasoning(
                    part.string(TEXT).orElse(""),
                    part.string("thoughtSignature").orElse(null));
        }
        if (part.has(TEXT)) {
            return new MessagePart.Text(part.string(TEXT).orElse(""));
        }
        return part.object(CALL)
                .<MessagePart>map(call -> new MessagePart.ToolCall(
                        call.string("id").orElse(""),
                        call.string("name").orElse(""),
                        Fields.arguments(call.get("args"))))
                .orElseGet(() -> new MessagePart.Opaque(part));
    }

    private static StopReason stopReason(String word, List<MessagePart> parts) {
        if (FILTERS.contains(word)) {
            return StopReason.SAFETY;
        }
        boolean calls = parts.stream().anyMatch(part -> part instanceof MessagePart.ToolCall);
        return switch (word) {
            case "STOP" -> calls ? StopReason.TOOL_CALLS : StopReason.END;
            case "MAX_TOKENS" -> StopReason.MAX_TOKENS;
            case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL" ->
                throw new Unreadable("the model called a tool in a way that cannot be read (" + word + ")");
            default -> StopReason.OTHER;
        };
    }

    private static Usage usage(JsonObject usage) {
        return new Usage(
                Fields.count(usage, "promptTokenCount") + Fields.count(usage, "toolUsePromptTokenCount"),
                Fields.count(usage, "candidatesTokenCount") + Fields.count(usage, "thoughtsTokenCount"),
                Fields.count(usage, "cachedContentTokenCount"));
    }

    @Override
    public Gathering gather(ModelListener listener) {
        return new GeminiGathering(listener);
    }
}
