package dev.waybill.agents.model.cassette;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.wire.FakeProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Traffic that was recorded plays back.
class CassetteTest {

    private static final String KEY = "sk-a-very-secret-key";
    private static final String ANSWER =
            "{\"id\":\"1\",\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":"
                    + "{\"role\":\"assistant\",\"content\":\"Hi " + KEY + "\"}}],\"usage\":{\"prompt_tokens\":1}}";
    private static final String STREAM = """
            data: {"choices":[{"delta":{"content":"Once "}}]}

            data: {"choices":[{"delta":{"content":"upon"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}

            data: [DONE]

            """;

    @TempDir
    private Path folder;

    @Test
    void whatWasRecordedPlaysBackWithoutTheProvider() throws Exception {
        ModelAnswer asked = record(FakeProvider.json(200, ANSWER), ModelListener.NONE);

        assertThat(play("?", ModelListener.NONE)).isEqualTo(asked);
    }

    @Test
    void aStreamPlaysBackInItsPieces() throws Exception {
        record(FakeProvider.stream(STREAM), new ModelListener() {});
        StringBuilder heard = new StringBuilder();

        play("?", new ModelListener() {
            @Override
            public void text(String delta) {
                heard.append('[').append(delta).append(']');
            }
        });

        assertThat(heard).hasToString("[Once ][upon]");
    }

    @Test
    void noSecretIsRecorded() throws Exception {
        record(FakeProvider.json(200, ANSWER), ModelListener.NONE);

        assertThat(files())
                .hasSize(1)
                .allSatisfy(file -> assertThat(Files.readString(file))
                        .doesNotContain(KEY)
                        .contains("\"path\": \"/v1/chat/completions\""));
    }

    /// Each piece is harmless alone.
    @Test
    void aKeyInPiecesOfAStreamIsNotRecordedEither() throws Exception {
        record(
                FakeProvider.stream(STREAM.replace("Once ", "It is " + KEY.substring(0, 7))
                        .replace("upon", KEY.substring(7) + ", I say")),
                new ModelListener() {});
        StringBuilder heard = new StringBuilder();
        play("?", new ModelListener() {
            @Override
            public void text(String delta) {
                heard.append(delta);
            }
        });

        assertThat(heard).hasToString("It is [REDACTED:models.p.key], I say");
        assertThat(Files.readString(files().getFirst())).doesNotContain(KEY.substring(7));
    }

    @Test
    void whatWasNeverAskedIsSaidSo() throws Exception {
        record(FakeProvider.json(200, ANSWER), ModelListener.NONE);

        assertThat(play("something else", ModelListener.NONE))
                .isInstanceOfSatisfying(
                        ModelAnswer.Failed.class,
                        failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.NOT_FOUND));
    }

    private ModelAnswer record(FakeProvider.Answering answering, ModelListener listener) throws InterruptedException {
        try (FakeProvider provider = new FakeProvider()) {
            provider.answers(answering);
            String config = "{\"record\":\"DIR\",\"p\":{\"wire\":\"openai-chat\",\"url\":\"URL\",\"key\":\"env:K\"}}";
            return provider.models(config.replace("DIR", folder.toString()), _ -> KEY)
                    .provider("p")
                    .orElseThrow()
                    .ask(ModelRequest.of("m", ModelMessage.user("?")), new ModelCall(TestCall.any(), listener, 0));
        }
    }

    private ModelAnswer play(String question, ModelListener listener) throws InterruptedException {
        try (FakeProvider unused = new FakeProvider()) {
            String config = "{\"p\":{\"wire\":\"cassette\",\"speaks\":\"openai-chat\",\"folder\":\"DIR\"}}";
            ModelAnswer answer = unused.models(config.replace("DIR", folder.toString()), reference -> reference)
                    .provider("p")
                    .orElseThrow()
                    .ask(ModelRequest.of("m", ModelMessage.user(question)), new ModelCall(TestCall.any(), listener, 0));
            assertThat(unused.seen()).isEmpty();
            return answer;
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
