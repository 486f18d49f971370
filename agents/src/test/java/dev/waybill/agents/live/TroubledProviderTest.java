package dev.waybill.agents.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.wire.FakeProvider;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real provider, over a socket, that is in trouble: what the run makes of it. The answers are written by hand from
/// the provider's documentation.
class TroubledProviderTest {

    private static final String FINE = """
            {"type":"message","role":"assistant","model":"claude-x","content":[{"type":"text","text":"Fine."}],
             "stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":1}}""";

    private final FakeProvider provider = new FakeProvider();
    private Stage stage;

    @BeforeEach
    void anAgentThatTriesThreeTimes() {
        stage = new Stage(Stage.agent("writer", "")).asks(model()).knows("""
                {'id':'report','name':'Report','version':'1','nodes':[
                {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.writer'},
                'settings':{'maxRetries':2,'retryDelayMs':1}}]}""");
    }

    private ModelProvider model() {
        return provider.models(
                        "{\"acme\":{\"wire\":\"anthropic\",\"url\":\"URL\",\"stream\":false}}", reference -> reference)
                .provider("acme")
                .orElseThrow();
    }

    @AfterEach
    void stop() {
        stage.close();
        provider.close();
    }

    private Told run() throws InterruptedException {
        return stage.rest(stage.start(Stage.ACME, stage.find("report").orElseThrow(), "{}", "{}"));
    }

    private void first(FakeProvider.Answering trouble) {
        AtomicInteger asked = new AtomicInteger();
        provider.answers(
                exchange -> (asked.incrementAndGet() == 1 ? trouble : FakeProvider.json(200, FINE)).answer(exchange));
    }

    @Test
    void theWaitThatAProviderAsksForIsTheEnginesRetry() throws InterruptedException {
        first(FakeProvider.json(
                429,
                "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow down\"}}",
                "retry-after",
                "1"));
        Told told = run();

        assertThat(told.error()).isEqualTo("none");
        assertThat(told.payload("node.retried").get("delayMs")).hasToString("1000");
        assertThat(told.payload("node.retried").toString()).contains("rate_limited");
        assertThat(provider.seen()).as("one attempt is one request").hasSize(2);
        assertThat(provider.seen().getFirst().body())
                .isEqualTo(provider.seen().getLast().body());
    }

    @Test
    void anOverloadIsTriedAgain() throws InterruptedException {
        first(FakeProvider.json(
                529, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"));

        assertThat(run().payload("node.retried").toString()).contains("model_overloaded");
        assertThat(provider.seen()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400|{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 250000 tokens > 200000 maximum\"}}|model_context_too_long|failed",
                "401|{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid x-api-key\"}}|model_unauthorised|failed",
                "200|{\"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"stop_reason\":\"refusal\",\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}|envelope_refusal|refused",
                "200|{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Onc\"}],\"stop_reason\":\"max_tokens\",\"usage\":{}}|envelope_truncation_unrecoverable|failed"
            })
    void whatWillNotPassIsNotTriedAgain(int status, String body, String code, String outcome)
            throws InterruptedException {
        provider.answers(FakeProvider.json(status, body));
        Told told = run();

        assertThat(told.error()).isEqualTo(code);
        assertThat(told.outcome()).isEqualTo(outcome);
        assertThat(provider.seen()).hasSize(1);
    }
}
