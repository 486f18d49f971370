package dev.waybill.agents.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.Sampling;
import dev.waybill.agents.model.StopReason;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The providers' own clients as judges: what they read from our fake provider, our adapters read, too; what they ask
/// it means the same as what we ask.
class OfficialClientsTest {

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}";
    private static final List<Says> ANSWERS = List.of(
            new Says("Once upon a time \u2026 \"fin\"\n", List.of(), StopReason.END, 12, 4, 7),
            new Says("Cut o", List.of(), StopReason.MAX_TOKENS, 12, 0, 5),
            new Says(
                    "Let me look.",
                    List.of(
                            new Says.Call("call_1", "weather", "{\"city\":\"Bern\"}"),
                            new Says.Call("call_2", "weather", "{\"city\":\"Zürich\"}")),
                    StopReason.TOOL_CALLS,
                    20,
                    0,
                    9),
            new Says(
                    "",
                    List.of(new Says.Call("call_1", "weather", "{\"city\":\"Bern\"}")),
                    StopReason.TOOL_CALLS,
                    5,
                    0,
                    3),
            new Says("I will not.", List.of(), StopReason.REFUSAL, 5, 0, 3));

    private static FakeProvider provider;
    private static AnthropicClient anthropic;
    private static OpenAIClient openai;

    /// What somebody has read.
    private record Read(String text, List<String> calls, String stop, long input, long output) {}

    @BeforeAll
    static void start() {
        provider = new FakeProvider();
        anthropic = AnthropicOkHttpClient.builder()
                .baseUrl(provider.url())
                .apiKey("k")
                .maxRetries(0)
                .build();
        openai = OpenAIOkHttpClient.builder()
                .baseUrl(provider.url() + "/v1")
                .apiKey("k")
                .maxRetries(0)
                .build();
    }

    @AfterAll
    static void stop() {
        anthropic.close();
        openai.close();
        provider.close();
    }

    static Stream<Arguments> answers() {
        return ANSWERS.stream().flatMap(says -> Stream.of(Arguments.of(says, false), Arguments.of(says, true)));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anthropicsClientReadsWhatWeRead(Says says, boolean streamed) throws Exception {
        provider.answers(new Speaker(says, provider));
        MessageCreateParams asked = MessageCreateParams.builder()
                .model("claude-x")
                .maxTokens(100)
                .addUserMessage("hello")
                .addTool(com.anthropic.models.messages.Tool.builder()
                        .name("weather")
                        .description("Tells the weather.")
                        .inputSchema(com.anthropic.models.messages.Tool.InputSchema.builder()
                                .properties(com.anthropic.models.messages.Tool.InputSchema.Properties.builder()
                                        .putAdditionalProperty(
                                                "city", com.anthropic.core.JsonValue.from(type("string")))
                                        .build())
                                .addRequired("city")
                                .build())
                        .build())
                .build();
        Message message;
        if (streamed) {
            MessageAccumulator whole = MessageAccumulator.create();
            try (StreamResponse<RawMessageStreamEvent> stream =
                    anthropic.messages().createStreaming(asked)) {
                stream.stream().forEach(whole::accumulate);
            }
            message = whole.message();
        } else {
            message = anthropic.messages().create(asked);
        }
        StringBuilder text = new StringBuilder();
        List<String> calls = new ArrayList<>();
        message.content().forEach(block -> {
            block.text().ifPresent(it -> text.append(it.text()));
            block.toolUse()
                    .ifPresent(it -> calls.add("%s %s %s"
                            .formatted(
                                    it.id(),
                                    it.name(),
                                    object(Objects.requireNonNull(it._input().convert(Map.class))))));
        });
        Read theirs = new Read(
                text.toString(),
                calls,
                message.stopReason().orElseThrow().asString(),
                message.usage().inputTokens()
                        + message.usage().cacheReadInputTokens().orElse(0L),
                message.usage().outputTokens());

        compare("anthropic", says, streamed, theirs, new AnthropicMeaning());
    }

    @ParameterizedTest
    @MethodSource("answers")
    void openAisClientReadsWhatWeReadOfAChat(Says says, boolean streamed) throws Exception {
        provider.answers(new Speaker(says, provider));
        ChatCompletionCreateParams.Builder asked = ChatCompletionCreateParams.builder()
                .model("gpt-x")
                .maxCompletionTokens(100)
                .addUserMessage("hello")
                .addTool(ChatCompletionFunctionTool.builder()
                        .function(FunctionDefinition.builder()
                                .name("weather")
                                .description("Tells the weather.")
                                .parameters(FunctionParameters.builder()
                                        .putAllAdditionalProperties(schema())
                                        .build())
                                .build())
                        .build());
        ChatCompletion completion;
        if (streamed) {
            ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
            asked.streamOptions(
                    ChatCompletionStreamOptions.builder().includeUsage(true).build());
            try (com.openai.core.http.StreamResponse<ChatCompletionChunk> stream =
                    openai.chat().completions().createStreaming(asked.build())) {
                stream.stream().forEach(whole::accumulate);
            }
            completion = whole.chatCompletion();
        } else {
            completion = openai.chat().completions().create(asked.build());
        }
        var choice = completion.choices().getFirst();
        List<String> calls = new ArrayList<>();
        choice.message()
                .toolCalls()
                .orElse(List.of())
                .forEach(call -> calls.add("%s %s %s"
                        .formatted(
                                call.asFunction().id(),
                                call.asFunction().function().name(),
                                FakeProvider.object(call.asFunction().function().arguments()))));
        Read theirs = new Read(
                choice.message()
                        .refusal()
                        .filter(text -> !text.isEmpty())
                        .orElse(choice.message().content().orElse("")),
                calls,
                choice.finishReason().asString(),
                completion.usage().orElseThrow().promptTokens(),
                completion.usage().orElseThrow().completionTokens());

        compare("openai-chat", says, streamed, theirs, new ChatMeaning());
    }

    @ParameterizedTest
    @MethodSource("answers")
    void openAisClientReadsWhatWeReadOfAResponse(Says says, boolean streamed) throws Exception {
        provider.answers(new Speaker(says, provider));
        ResponseCreateParams asked = ResponseCreateParams.builder()
                .model("gpt-x")
                .maxOutputTokens(100)
                .input("hello")
                .addTool(FunctionTool.builder()
                        .name("weather")
                        .description("Tells the weather.")
                        .strict(false)
                        .parameters(FunctionTool.Parameters.builder()
                                .putAllAdditionalProperties(schema())
                                .build())
                        .build())
                .build();
        Response response;
        if (streamed) {
            ResponseAccumulator whole = ResponseAccumulator.create();
            try (com.openai.core.http.StreamResponse<ResponseStreamEvent> stream =
                    openai.responses().createStreaming(asked)) {
                stream.stream().forEach(whole::accumulate);
            }
            response = whole.response();
        } else {
            response = openai.responses().create(asked);
        }
        StringBuilder text = new StringBuilder();
        List<String> calls = new ArrayList<>();
        response.output().forEach(item -> {
            item.message()
                    .ifPresent(it -> it.content().forEach(part -> {
                        part.outputText().ifPresent(piece -> text.append(piece.text()));
                        part.refusal().ifPresent(piece -> text.append(piece.refusal()));
                    }));
            item.functionCall()
                    .ifPresent(it -> calls.add(
                            "%s %s %s".formatted(it.callId(), it.name(), FakeProvider.object(it.arguments()))));
        });
        Read theirs = new Read(
                text.toString(),
                calls,
                response.status().orElseThrow().asString(),
                response.usage().orElseThrow().inputTokens(),
                response.usage().orElseThrow().outputTokens());

        compare("openai-responses", says, streamed, theirs, new ResponsesMeaning());
    }

    private static Map<String, Object> type(String type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        return schema;
    }

    private static Map<String, com.openai.core.JsonValue> schema() {
        Map<String, com.openai.core.JsonValue> schema = new LinkedHashMap<>();
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("city", type("string"));
        schema.put("type", com.openai.core.JsonValue.from("object"));
        schema.put("properties", com.openai.core.JsonValue.from(properties));
        schema.put("required", com.openai.core.JsonValue.from(List.of("city")));
        return schema;
    }

    private static JsonObject object(Map<?, ?> map) {
        JsonObject.Builder object = JsonObject.builder();
        map.forEach((name, value) -> object.put(String.valueOf(name), String.valueOf(value)));
        return object.build();
    }

    /// @param theirs what the official client has just read
    private static void compare(String wire, Says says, boolean streamed, Read theirs, RecordedMeaning meaning)
            throws InterruptedException {
        JsonObject theyAsked = FakeProvider.object(provider.seen().getLast().body());
        StringBuilder heard = new StringBuilder();
        ModelListener listener = new ModelListener() {
            @Override
            public void text(String delta) {
                heard.append(delta);
            }
        };
        ModelAnswer answer = provider.models(
                        "{\"p\":{\"wire\":\"" + wire + "\",\"url\":\"URL\",\"key\":\"env:K\"}}", _ -> "k")
                .provider("p")
                .orElseThrow()
                .ask(
                        ModelRequest.of(wire.equals("anthropic") ? "claude-x" : "gpt-x", ModelMessage.user("hello"))
                                .sampled(Sampling.USUAL.maxOutputTokens(100L))
                                .withTools(List.of(
                                        new ModelTool("weather", "Tells the weather.", FakeProvider.object(SCHEMA)))),
                        new ModelCall(TestCall.any(), streamed ? listener : ModelListener.NONE, 0));
        JsonObject weAsked = FakeProvider.object(provider.seen().getLast().body());

        assertThat(answer).isInstanceOf(ModelAnswer.Given.class);
        ModelAnswer.Given given = (ModelAnswer.Given) answer;
        String text = given instanceof ModelAnswer.Refused refused && refused.text() != null
                ? refused.text()
                : given.reply().message().text();
        assertThat(text).isEqualTo(theirs.text()).isEqualTo(says.text());
        assertThat(given.reply().message().toolCalls().stream()
                        .map(call -> "%s %s %s".formatted(call.id(), call.name(), call.arguments())))
                .containsExactlyElementsOf(theirs.calls())
                .hasSize(says.calls().size());
        assertThat(given.reply().usage().input()).isEqualTo(theirs.input()).isEqualTo(says.input());
        assertThat(given.reply().usage().output()).isEqualTo(theirs.output()).isEqualTo(says.output());
        assertThat(stop(theirs)).contains(kind(given));
        if (streamed && says.stop() != StopReason.REFUSAL) {
            assertThat(heard).hasToString(says.text());
        }
        assertThat(meaning.of(weAsked, "m").withOptions(JsonObject.EMPTY))
                .as("what both ask means the same")
                .isEqualTo(meaning.of(theyAsked, "m").withOptions(JsonObject.EMPTY));
    }

    private static String kind(ModelAnswer.Given given) {
        return switch (given) {
            case ModelAnswer.Refused _ -> "refused";
            case ModelAnswer.Truncated _ -> "truncated";
            default -> given.reply().message().toolCalls().isEmpty() ? "completed" : "calls";
        };
    }

    /// What our answer may be called for what the official client says about the end.
    private static List<String> stop(Read theirs) {
        return switch (theirs.stop()) {
            case "end_turn" -> List.of("completed");
            case "tool_use", "tool_calls" -> List.of("calls");
            case "max_tokens", "length", "incomplete" -> List.of("truncated");
            case "refusal" -> List.of("refused");
            // OpenAI tells a refusal in the message, and calls in the output.
            case "stop" -> List.of("completed", "refused");
            default -> List.of("completed", "refused", "calls");
        };
    }
}
