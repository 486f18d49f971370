package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Messages by lines.
class MessageLinesTest {

    @Test
    void emptyLinesAreSkippedAndTheLastNeedsNoEnd() throws IOException {
        var lines = new MessageLines(stream("\n{\"a\":1}\r\n \r\n\n{\"b\":2}"));
        assertThat(lines.next()).asString(StandardCharsets.UTF_8).isEqualTo("{\"a\":1}\r");
        assertThat(lines.next()).asString(StandardCharsets.UTF_8).isEqualTo("{\"b\":2}");
        assertThat(lines.next()).isNull();
    }

    @Test
    void anEndlessLineIsCutAndTheNextOneIsRead() throws IOException {
        String endless = "x".repeat(MessageLines.LONGEST + 5);
        var lines = new MessageLines(new SequenceInputStream(stream(endless), stream("\n{}\n")));
        assertThat(lines.next()).hasSize(MessageLines.LONGEST);
        assertThat(lines.next()).asString(StandardCharsets.UTF_8).isEqualTo("{}");
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
