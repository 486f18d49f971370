package dev.waybill.agents.model.mock;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.StopReason;
import dev.waybill.agents.model.Usage;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of a program, made into an answer:
/// `{content?, reasoning?, toolCalls?, stopReason?, refusalText?, inputTokens?, outputTokens?, error?, delayMs?}`.
record MockAnswer(ModelRequest request, ModelCall call) {

    private static final int CHARACTERS_A_TOKEN = 4;

    static long tokens(String text) {
        return Math.ceilDiv(text.length(), CHARACTERS_A_TOKEN);
    }

    ModelAnswer of(JsonObject entry) throws InterruptedException {
        pause(entry, "delayMs");
        JsonObject error = entry.object("error").orElse(null);
        if (error != null) {
            return failed(error);
        }
        Reply reply = reply(entry);
        String refusal = refusal(entry, reply);
        if (refusal != null || reply.stopReason() == StopReason.REFUSAL) {
            return new ModelAnswer.Refused(
                    reply, refusal, entry.string("safetyCategory").orElse(null));
        }
        tell(entry, reply.message());
        return switch (reply.stopReason()) {
            case MAX_TOKENS -> new ModelAnswer.Truncated(reply);
            case SAFETY -> new ModelAnswer.Blocked(reply, "safety");
            default -> new ModelAnswer.Completed(reply);
        };
    }

    private static @Nullable String refusal(JsonObject entry, Reply reply) {
        boolean refuses = entry.has("refusalText")
                || entry.string("mode").orElse("").equals("refusal")
                || reply.stopReason() == StopReason.SAFETY;
        return refuses ? entry.string("refusalText").orElse("I cannot help with that.") : null;
    }

    private static ModelAnswer failed(JsonObject error) throws InterruptedException {
        pause(error, "failAfterMs");
        String code = error.string("code").orElse("");
        ModelTrouble trouble = Arrays.stream(ModelTrouble.values())
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElse(
                        error.get("retryable") == JsonBool.TRUE
                                ? ModelTrouble.PROVIDER_ERROR
                                : ModelTrouble.INVALID_REQUEST);
        return new ModelAnswer.Failed(
                trouble,
                error.string("message").orElse("the mock was told to fail"),
                error.get("retryAfterMs") instanceof JsonNumber wait
                        ? Duration.ofMillis(wait.asInteger().orElse(0))
                        : null);
    }

    private Reply reply(JsonObject entry) {
        List<MessagePart> parts = new ArrayList<>();
        entry.string("reasoning").ifPresent(text -> parts.add(new MessagePart.Reasoning(text, null)));
        String text = text(entry.get("content"));
        if (!text.isEmpty()) {
            parts.add(new MessagePart.Text(text));
        }
        JsonArray calls = entry.array("toolCalls").orElse(JsonArray.EMPTY);
        for (int index = 0; index < calls.size(); index++) {
            parts.add(toolCall(calls.get(index).asObject().orElse(JsonObject.EMPTY), index));
        }
        return new Reply(
                new ModelMessage(Role.ASSISTANT, parts),
                stopReason(entry, calls.size() > 0),
                usage(entry, text),
                entry.string("model").orElse(request.model()),
                entry);
    }

    private MessagePart.ToolCall toolCall(JsonObject written, int index) {
        return new MessagePart.ToolCall(
                written.string("id").orElse("mock-%d-%d".formatted(call.number() + 1, index + 1)),
                written.string("name").or(() -> written.string("toolName")).orElse(""),
                written.object("arguments").or(() -> written.object("args")).orElse(JsonObject.EMPTY));
    }

    private static String text(@Nullable JsonValue content) {
        return switch (content) {
            case null -> "";
            case JsonNull _ -> "";
            case JsonString(var text) -> text;
            case JsonValue json -> json.toString();
        };
    }

    private static StopReason stopReason(JsonObject entry, boolean calls) {
        String word = entry.string("stopReason")
                .or(() -> entry.string("finishReason"))
                .orElse(calls ? "tool_calls" : "end_turn");
        return switch (word) {
            case "max_tokens", "length" -> StopReason.MAX_TOKENS;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "safety" -> StopReason.SAFETY;
            case "refusal" -> StopReason.REFUSAL;
            case "tool_calls", "tool_use", "tool-call" -> StopReason.TOOL_CALLS;
            case "end_turn", "stop" -> StopReason.END;
            default -> StopReason.OTHER;
        };
    }

    private Usage usage(JsonObject entry, String text) {
        JsonObject stated = entry.object("usage").orElse(entry);
        long read = request.messages().stream()
                .mapToLong(message -> tokens(message.text()))
                .sum();
        return new Usage(
                count(stated, "inputTokens", count(stated, "promptTokens", read)),
                count(stated, "outputTokens", count(stated, "completionTokens", tokens(text))),
                0);
    }

    private static long count(JsonObject entry, String name, long otherwise) {
        return entry.get(name) instanceof JsonNumber number ? number.asInteger().orElse(otherwise) : otherwise;
    }

    /// As a model would: piece by piece.
    private void tell(JsonObject entry, ModelMessage message) throws InterruptedException {
        ModelListener listener = call.listener();
        if (!message.reasoning().isEmpty()) {
            listener.reasoning(message.reasoning());
        }
        for (String piece : pieces(entry, message.text())) {
            pause(entry, "delayMsPerToken");
            listener.text(piece);
        }
        List<MessagePart.ToolCall> calls = message.toolCalls();
        for (int index = 0; index < calls.size(); index++) {
            listener.toolCall(
                    index, calls.get(index).name(), calls.get(index).arguments().toString());
        }
    }

    private static List<String> pieces(JsonObject entry, String text) {
        List<String> tokens = new ArrayList<>();
        entry.array("tokens")
                .orElse(JsonArray.EMPTY)
                .forEach(token -> token.asString().ifPresent(tokens::add));
        return tokens.isEmpty() && !text.isEmpty() ? List.of(text.split("(?<= )")) : tokens;
    }

    private static void pause(JsonObject entry, String name) throws InterruptedException {
        long millis = count(entry, name, 0);
        if (millis > 0) {
            Thread.sleep(millis);
        }
    }
}
