package dev.waybill.agents.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Recorded streams, however a network or a gateway cuts and wraps them: the answer is the same, and a stream that was
/// cut off is never taken for a whole one.
class RecordedStreamsInteropTest {

    private static final Map<String, Wire> BY_PATH = byPath();

    private static Map<String, Wire> byPath() {
        Map<String, Wire> all = new LinkedHashMap<>();
        all.put("/chat/completions", new OpenAiChatWire());
        all.put("/responses", new OpenAiResponsesWire());
        all.put("/messages", new AnthropicWire());
        all.put(":streamGenerateContent", new GeminiWire());
        return all;
    }

    private record Recorded(String name, Wire wire, String text) {}

    private static Stream<Recorded> recorded() {
        return Recordings.all().stream()
                .filter(each -> each.isStream() && each.isOk())
                .flatMap(each -> BY_PATH.entrySet().stream()
                        .filter(known -> each.path().replaceFirst("\\?.*", "").endsWith(known.getKey()))
                        .map(known -> new Recorded(each.toString(), known.getValue(), each.body())));
    }

    @TestFactory
    Stream<DynamicTest> theSameAnswerHoweverItIsWrapped() {
        Map<String, UnaryOperator<String>> wrappings = new LinkedHashMap<>();
        wrappings.put("line ends of Windows", text -> text.replace("\r\n", "\n").replace("\n", "\r\n"));
        wrappings.put("line ends of old", text -> text.replace("\r\n", "\n").replace("\n", "\r"));
        wrappings.put("comments", text -> ": hello\n\n" + text.replaceAll("(?m)^data:", ": keep-alive\ndata:"));
        wrappings.put("further fields", text -> "retry: 3\nid: 1\n" + text.replaceAll("(?m)^data:", "id: 7\ndata:"));
        wrappings.put("a byte order mark", text -> "\uFEFF" + text);
        wrappings.put("no blank behind the colon", text -> text.replaceAll("(?m)^data: ", "data:"));
        wrappings.put("no last empty line", String::stripTrailing);
        wrappings.put("data on several lines", RecordedStreamsInteropTest::onSeveralLines);
        return recorded()
                .flatMap(each -> wrappings.entrySet().stream()
                        .map(wrapping -> DynamicTest.dynamicTest(each.name() + ", " + wrapping.getKey(), () -> {
                            String wrapped = wrapping.getValue().apply(each.text());
                            assertThat(answer(each.wire(), whole(wrapped)))
                                    .isEqualTo(answer(each.wire(), whole(each.text())));
                        })));
    }

    /// JSON may be broken wherever it may have blanks.
    private static String onSeveralLines(String text) {
        StringBuilder wrapped = new StringBuilder();
        for (String line : text.replace("\r\n", "\n").split("\n", -1)) {
            JsonObject data =
                    line.startsWith("data:") ? Fields.object(line.substring(5).strip()) : null;
            if (data == null) {
                wrapped.append(line).append('\n');
            } else {
                JsonWriter.pretty(data)
                        .lines()
                        .forEach(piece -> wrapped.append("data: ").append(piece).append('\n'));
            }
        }
        return wrapped.toString();
    }

    @TestFactory
    Stream<DynamicTest> theSameAnswerHoweverTheNetworkCutsIt() {
        return recorded()
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    ModelAnswer expected = answer(each.wire(), whole(each.text()));
                    Random random = new Random(11);
                    for (int most : List.of(1, 2, 3, 7, 64, 1400)) {
                        assertThat(answer(each.wire(), inPieces(each.text(), most, random)))
                                .isEqualTo(expected);
                    }
                }));
    }

    /// Cut off at any byte: either nothing is missing, or the attempt has failed and may be repeated.
    @TestFactory
    Stream<DynamicTest> whatWasCutOffIsNoAnswer() {
        return recorded()
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    ModelAnswer.Given expected = (ModelAnswer.Given) answer(each.wire(), whole(each.text()));
                    byte[] bytes = each.text().getBytes(StandardCharsets.UTF_8);
                    Random random = new Random(13);
                    int failed = 0;
                    for (int round = 0; round < 150; round++) {
                        int end = round < 50 ? bytes.length - 1 - round : random.nextInt(bytes.length);
                        switch (answer(each.wire(), new ByteArrayInputStream(bytes, 0, Math.max(0, end)))) {
                            case ModelAnswer.Failed cut -> {
                                failed++;
                                assertThat(cut.trouble().isRetryable())
                                        .as("%s at %d: %s", each.name(), end, cut)
                                        .isTrue();
                            }
                            case ModelAnswer.Given given ->
                                assertThat(given.reply().message().parts())
                                        .as("%s at %d", each.name(), end)
                                        .isEqualTo(expected.reply().message().parts());
                        }
                    }
                    assertThat(failed).isGreaterThan(50);
                }));
    }

    private static InputStream whole(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream inPieces(String text, int most, Random random) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
            }
        };
    }

    private static ModelAnswer answer(Wire wire, InputStream body) throws InterruptedException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("content-type", List.of("text/event-stream"));
        Endpoint endpoint = new Endpoint(
                "p",
                URI.create("http://127.0.0.1:1"),
                null,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                Duration.ofMinutes(1),
                UnaryOperator.identity(),
                InstantSource.system());
        HttpModel model = new HttpModel(
                "p",
                wire,
                endpoint,
                _ -> new Sender.Answer(200, HttpHeaders.of(headers, (_, _) -> true), body),
                JsonObject.EMPTY,
                true,
                InstantSource.system());
        return model.ask(
                ModelRequest.of("m", ModelMessage.user("?")), new ModelCall(TestCall.any(), new ModelListener() {}, 0));
    }
}
