package dev.waybill.agents.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.StopReason;
import dev.waybill.agents.model.Usage;
import dev.waybill.agents.model.config.Models;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A provider on the network, asked over a real socket.
class HttpModelTest {

    private static final String KEY = "sk-this-is-a-secret-key";
    private static final String CONFIG = "{\"acme\":{\"wire\":\"anthropic\",\"url\":\"URL\",\"key\":\"env:ACME\"}}";
    private static final String HELLO = """
            {"id":"m1","type":"message","role":"assistant","model":"claude-x-1","content":[{"type":"text","text":"Hi"}],
             "stop_reason":"end_turn","usage":{"input_tokens":3,"cache_read_input_tokens":2,"output_tokens":1}}""";

    private final FakeProvider provider = new FakeProvider();
    private final TestCall call = TestCall.any();

    @AfterEach
    void stop() {
        provider.close();
    }

    @Test
    void oneCallIsOneRequestWithTheKeyInItsHeader() throws Exception {
        provider.answers(FakeProvider.json(200, HELLO));

        ModelAnswer answer = ask(ModelListener.NONE);

        assertThat(answer).isInstanceOfSatisfying(ModelAnswer.Completed.class, completed -> {
            assertThat(completed.reply().message().text()).isEqualTo("Hi");
            assertThat(completed.reply().stopReason()).isEqualTo(StopReason.END);
            assertThat(completed.reply().usage()).isEqualTo(new Usage(5, 1, 2));
            assertThat(completed.reply().model()).isEqualTo("claude-x-1");
        });
        assertThat(provider.seen()).singleElement().satisfies(seen -> {
            assertThat(seen.path()).isEqualTo("/v1/messages");
            assertThat(seen.headers().get("X-api-key")).containsExactly(KEY);
            assertThat(seen.body())
                    .isEqualTo("{\"model\":\"claude-x\",\"max_tokens\":4096,\"messages\":[{\"role\":\"user\","
                            + "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}],\"stream\":false}");
        });
    }

    @Test
    void aFailureIsOneRequestToo() throws Exception {
        provider.answers(FakeProvider.json(500, "{\"error\":{\"message\":\"oops\"}}"));

        assertThat(ask(ModelListener.NONE))
                .isEqualTo(new ModelAnswer.Failed(ModelTrouble.PROVIDER_ERROR, "acme answered 500: oops", null));
        assertThat(provider.seen()).hasSize(1);
    }

    @Test
    void aProviderThatRepeatsTheKeyTellsItNobody() throws Exception {
        provider.answers(FakeProvider.json(401, "{\"error\":{\"message\":\"bad key " + KEY + "\"}}"));
        assertThat(ask(ModelListener.NONE).toString()).doesNotContain(KEY).contains("[REDACTED:models.acme.key]");

        provider.answers(FakeProvider.json(200, HELLO.replace("Hi", KEY)));
        assertThat(ask(ModelListener.NONE).toString()).doesNotContain(KEY);
    }

    @Test
    void aKeyInPiecesOfAStreamIsTakenOutOfTheAnswer() throws Exception {
        List<String> heard = new ArrayList<>();
        provider.answers(FakeProvider.stream(stream("sk-this-is-", "a-secret-key")));

        assertThat(ask(listener(heard)).toString()).doesNotContain(KEY);
        assertThat(String.join("", heard)).isEqualTo("[REDACTED:models.acme.key]");
    }

    @Test
    void whatOnlyBeginsLikeAKeyIsHeardInTheEnd() throws Exception {
        List<String> heard = new ArrayList<>();
        provider.answers(FakeProvider.stream(stream("it is sk-this-", "and that sk")));

        ask(listener(heard));

        assertThat(String.join("", heard)).isEqualTo("it is sk-this-and that sk");
    }

    /// The provider notices that nobody listens any more, and stops.
    @Test
    void aCancelledStreamHangsUp() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch noticed = new CountDownLatch(1);
        String whole = stream("never mind");
        provider.answers(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody()
                    .write(whole.substring(0, whole.indexOf("event: message_delta"))
                            .getBytes(UTF_8));
            exchange.getResponseBody().flush();
            begun.countDown();
            try {
                while (true) {
                    exchange.getResponseBody().write(": still here\n\n".getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                    Thread.sleep(5);
                }
            } catch (IOException gone) {
                noticed.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        FutureTask<ModelAnswer> asking = new FutureTask<>(() -> ask(listener(new ArrayList<>())));
        Thread.ofVirtual().start(asking);
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        while (!call.isHeld()) {
            Thread.sleep(5);
        }
        call.cancel();

        assertThat(noticed.await(30, TimeUnit.SECONDS))
                .as("the provider sees it")
                .isTrue();
        assertThat(asking.get(30, TimeUnit.SECONDS)).isInstanceOf(ModelAnswer.Failed.class);
    }

    @Test
    void aListenerHearsTheAnswerPieceByPiece() throws Exception {
        List<String> heard = new ArrayList<>();
        provider.answers(FakeProvider.stream(stream("Once ", "upon")));

        ModelAnswer answer = ask(listener(heard));

        assertThat(heard).containsExactly("Once ", "upon");
        assertThat(((ModelAnswer.Completed) answer).reply().message().text()).isEqualTo("Once upon");
        assertThat(provider.seen().getFirst().body()).contains("\"stream\":true");
    }

    @Test
    void aStreamThatBreaksOffIsNoAnswer() throws Exception {
        String whole = stream("Once ", "upon");
        provider.answers(FakeProvider.stream(whole.substring(0, whole.indexOf("event: message_stop"))));

        assertThat(ask(listener(new ArrayList<>())))
                .isInstanceOfSatisfying(
                        ModelAnswer.Failed.class,
                        failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.UNREACHABLE));
    }

    @Test
    void aKeyThatIsNotThereIsSaidSo() throws Exception {
        Models models = provider.models(CONFIG, reference -> {
            throw new IllegalStateException("not for you");
        });

        ModelAnswer answer = models.provider("acme")
                .orElseThrow()
                .ask(ModelRequest.of("claude-x", ModelMessage.user("hello")), new ModelCall(call));

        assertThat(answer)
                .isInstanceOfSatisfying(
                        ModelAnswer.Failed.class,
                        failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.UNAUTHORISED));
        assertThat(provider.seen()).isEmpty();
    }

    @Test
    void nobodyAtTheAddressMayBeThereTheNextTime() throws Exception {
        Models models = provider.models(CONFIG, _ -> KEY);
        provider.close();

        assertThat(models.provider("acme")
                        .orElseThrow()
                        .ask(ModelRequest.of("claude-x", ModelMessage.user("hello")), new ModelCall(call)))
                .isInstanceOfSatisfying(
                        ModelAnswer.Failed.class,
                        failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.UNREACHABLE));
    }

    private ModelAnswer ask(ModelListener listener) throws InterruptedException {
        return provider.models(CONFIG, _ -> KEY)
                .provider("acme")
                .orElseThrow()
                .ask(ModelRequest.of("claude-x", ModelMessage.user("hello")), new ModelCall(call, listener, 0));
    }

    private static ModelListener listener(List<String> heard) {
        return new ModelListener() {
            @Override
            public void text(String delta) {
                heard.add(delta);
            }
        };
    }

    private static String stream(String... deltas) {
        StringBuilder text = new StringBuilder("""
                event: message_start
                data: {"type":"message_start","message":{"type":"message","role":"assistant","content":[],"usage":{}}}

                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

                """);
        for (String delta : deltas) {
            text.append("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,")
                    .append("\"delta\":{\"type\":\"text_delta\",\"text\":\"")
                    .append(delta)
                    .append("\"}}\n\n");
        }
        return text.append("""
                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

                event: message_stop
                data: {"type":"message_stop"}

                """).toString();
    }
}
