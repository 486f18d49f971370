package dev.waybill.agents.model.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Server-sent events, as servers really write them.
class ServerSentEventsTest {

    @Test
    void anyLineEndWillDo() throws IOException {
        for (String end : List.of("\n", "\r", "\r\n")) {
            assertThat(read("event: a" + end + "data: 1" + end + end + "data: 2" + end + end))
                    .containsExactly(new ServerSentEvent("a", "1"), new ServerSentEvent("message", "2"));
        }
    }

    @Test
    void commentsAndUnknownFieldsArePassedOver() throws IOException {
        assertThat(read(": hello\nid: 7\nretry: 1\ndata: x\n\n")).containsExactly(new ServerSentEvent("message", "x"));
    }

    @Test
    void severalLinesOfDataAreOneText() throws IOException {
        assertThat(read("data: one\ndata:two\ndata\n\n")).containsExactly(new ServerSentEvent("message", "one\ntwo\n"));
    }

    @Test
    void aLastEventNeedsNoEmptyLine() throws IOException {
        assertThat(read("data: x")).containsExactly(new ServerSentEvent("message", "x"));
    }

    @Test
    void aTypeWithoutDataIsForgotten() throws IOException {
        assertThat(read("event: a\n\ndata: x\n\n")).containsExactly(new ServerSentEvent("message", "x"));
    }

    @Test
    void aStreamThatIsTooLongIsCutOff() {
        assertThatThrownBy(() -> {
                    ServerSentEvents events = events("data: " + "x".repeat(100) + "\n\n", 50);
                    events.next();
                })
                .isInstanceOf(AnswerTooLarge.class);
    }

    @Test
    void whateverBytesComeTheReaderComesToAnEnd() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < random.nextInt(60); i++) {
                text.append(List.of("data:", "event:", " ", "\n", "\r", "é", "x", ":", "\uFEFF")
                        .get(random.nextInt(9)));
            }
            assertThat(read(text.toString()))
                    .allSatisfy(event -> assertThat(event.data()).doesNotContain("\r"));
        }
    }

    private static List<ServerSentEvent> read(String text) throws IOException {
        ServerSentEvents events = events(text, 1 << 20);
        List<ServerSentEvent> all = new ArrayList<>();
        ServerSentEvent next = events.next();
        while (next != null) {
            all.add(next);
            next = events.next();
        }
        return all;
    }

    private static ServerSentEvents events(String text, long most) {
        return new ServerSentEvents(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), most);
    }
}
