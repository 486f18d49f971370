package dev.waybill.agents.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the errors of providers mean. Written by hand from the providers' documentation: no recording has them.
class FailuresTest {

    private final FakeProvider provider = new FakeProvider();

    @AfterEach
    void stop() {
        provider.close();
    }

    @Test
    void aRateLimitWaitsAsLongAsTheProviderSays() {
        assertThat(failure("anthropic", 429, "{\"error\":{\"type\":\"rate_limit_error\"}}", "retry-after", "7"))
                .isEqualTo(failed(ModelTrouble.RATE_LIMITED, Duration.ofSeconds(7)));
        assertThat(failure("openai-chat", 429, "{\"error\":{\"type\":\"tokens\"}}", "retry-after-ms", "250"))
                .isEqualTo(failed(ModelTrouble.RATE_LIMITED, Duration.ofMillis(250)));
        assertThat(failure(
                        "openai-chat",
                        429,
                        "{\"error\":{}}",
                        "x-ratelimit-remaining-tokens",
                        "0",
                        "x-ratelimit-reset-tokens",
                        "1m30.5s"))
                .isEqualTo(failed(ModelTrouble.RATE_LIMITED, Duration.ofMillis(90_500)));
        assertThat(failure("gemini", 429, """
                        {"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[
                          {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}""")).isEqualTo(failed(ModelTrouble.RATE_LIMITED, Duration.ofSeconds(34)));
    }

    @Test
    void anOverloadMayPass() {
        assertThat(failure("anthropic", 529, "{\"error\":{\"type\":\"overloaded_error\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.OVERLOADED);
        assertThat(failure("gemini", 503, "{\"error\":{\"status\":\"UNAVAILABLE\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.OVERLOADED);
    }

    @Test
    void aContextThatIsTooLongNeverPasses() {
        assertThat(failure("openai-chat", 400, "{\"error\":{\"code\":\"context_length_exceeded\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.CONTEXT_TOO_LONG);
        assertThat(failure(
                                "anthropic",
                                400,
                                "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 2 > 1\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.CONTEXT_TOO_LONG);
        assertThat(failure("anthropic", 413, "{}").trouble()).isEqualTo(ModelTrouble.CONTEXT_TOO_LONG);
        assertThat(failure(
                                "gemini",
                                400,
                                "{\"error\":{\"message\":\"The input token count (9) exceeds the maximum number of tokens allowed (1).\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.CONTEXT_TOO_LONG);
    }

    @Test
    void everyOtherStatusHasItsMeaning() {
        assertThat(failure("openai-chat", 400, "{\"error\":{\"message\":\"bad\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.INVALID_REQUEST);
        assertThat(failure("openai-chat", 401, "{}").trouble()).isEqualTo(ModelTrouble.UNAUTHORISED);
        assertThat(failure("openai-chat", 404, "<html>").trouble()).isEqualTo(ModelTrouble.NOT_FOUND);
        assertThat(failure("openai-chat", 429, "{\"error\":{\"code\":\"insufficient_quota\"}}")
                        .trouble())
                .isEqualTo(ModelTrouble.QUOTA_EXHAUSTED);
        assertThat(failure("openai-chat", 500, "").trouble()).isEqualTo(ModelTrouble.PROVIDER_ERROR);
        assertThat(failure("openai-chat", 504, "").trouble()).isEqualTo(ModelTrouble.TIMED_OUT);
    }

    @Test
    void anErrorInTheMiddleOfAStreamIsAFailure() {
        assertThat(stream("anthropic", """
                        event: message_start
                        data: {"type":"message_start","message":{"content":[]}}

                        event: error
                        data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

                        """))
                .isInstanceOfSatisfying(
                        ModelAnswer.Failed.class,
                        failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.OVERLOADED));
        assertThat(stream("openai-responses", """
                        event: response.failed
                        data: {"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"slow"}}}

                        """))
                .isInstanceOfSatisfying(
                        ModelAnswer.Failed.class,
                        failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.RATE_LIMITED));
    }

    @Test
    void refusalsAndFiltersAreAnswersOfTheirOwnKind() {
        assertThat(whole("anthropic", """
                        {"content":[],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"bio"},"usage":{}}"""))
                .isInstanceOfSatisfying(
                        ModelAnswer.Refused.class,
                        refused -> assertThat(refused.category()).isEqualTo("bio"));
        assertThat(whole("openai-responses", """
                        {"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]}"""))
                .isInstanceOfSatisfying(
                        ModelAnswer.Refused.class,
                        refused -> assertThat(refused.text()).isEqualTo("No."));
        assertThat(whole(
                        "openai-chat",
                        "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"refusal\":\"No.\"}}]}"))
                .isInstanceOf(ModelAnswer.Refused.class);
        assertThat(whole(
                        "openai-chat",
                        "{\"choices\":[{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"\"}}]}"))
                .isInstanceOf(ModelAnswer.Blocked.class);
        assertThat(whole("gemini", "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}"))
                .isInstanceOf(ModelAnswer.Blocked.class);
        assertThat(
                        whole(
                                "openai-responses",
                                "{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"max_output_tokens\"},\"output\":[]}"))
                .isInstanceOf(ModelAnswer.Truncated.class);
    }

    @Test
    void anAnswerThatNeverEndsIsCutOff() {
        provider.answers(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[1 << 20];
            Arrays.fill(block, (byte) ' ');
            for (int i = 0; i < 40; i++) {
                exchange.getResponseBody().write(block);
            }
        });

        assertThat(ask("openai-chat", ModelListener.NONE)).isInstanceOf(ModelAnswer.Failed.class);
    }

    private static ModelAnswer.Failed failed(ModelTrouble trouble, Duration after) {
        return new ModelAnswer.Failed(trouble, "", after);
    }

    /// Without its text.
    private ModelAnswer.Failed failure(String wire, int status, String body, String... headers) {
        provider.answers(FakeProvider.json(status, body, headers));
        ModelAnswer answer = ask(wire, ModelListener.NONE);
        assertThat(answer).isInstanceOf(ModelAnswer.Failed.class);
        ModelAnswer.Failed failed = (ModelAnswer.Failed) answer;
        return new ModelAnswer.Failed(failed.trouble(), "", failed.retryAfter());
    }

    private ModelAnswer whole(String wire, String body) {
        provider.answers(FakeProvider.json(200, body));
        return ask(wire, ModelListener.NONE);
    }

    private ModelAnswer stream(String wire, String body) {
        provider.answers(FakeProvider.stream(body));
        return ask(wire, new ModelListener() {});
    }

    private ModelAnswer ask(String wire, ModelListener listener) {
        try {
            return provider.models("{\"p\":{\"wire\":\"" + wire + "\",\"url\":\"URL\"}}", reference -> reference)
                    .provider("p")
                    .orElseThrow()
                    .ask(ModelRequest.of("m", ModelMessage.user("?")), new ModelCall(TestCall.any(), listener, 0));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
