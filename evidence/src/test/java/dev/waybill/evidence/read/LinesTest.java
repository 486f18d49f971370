package dev.waybill.evidence.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LinesTest {

    @Test
    void everyLineComesOnceWithItsNumberItsPlaceAndItsBytes() {
        Seeds.check(60, random -> {
            String text = text(random);
            assertThat(read(text)).isEqualTo(oneByOne(text));
        });
    }

    @Test
    void aLineMayBeLongerThanWhatIsReadAtOnce() {
        String text = "a\n" + "b".repeat(400_000) + "\n\nc";
        assertThat(read(text)).isEqualTo(oneByOne(text));
    }

    @Test
    void lineEndsAreFoundInEveryPlaceOfAWord() {
        for (int at = 0; at < 24; at++) {
            byte[] bytes = "\u008a\u000b\u0009\u00ff\u0000".repeat(5).getBytes(StandardCharsets.ISO_8859_1);
            bytes[at] = '\n';
            assertThat(LineEnds.next(bytes, 0, bytes.length)).isEqualTo(at);
            assertThat(LineEnds.count(bytes, bytes.length)).isEqualTo(1);
            assertThat(LineEnds.next(bytes, at + 1, bytes.length)).isEqualTo(bytes.length);
            assertThat(LineEnds.count(bytes, at)).isZero();
        }
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(4_000);
        for (int i = 0; i < pieces; i++) {
            text.append("x".repeat(random.nextInt(random.nextInt(50) == 0 ? 3_000 : 90)));
            text.append(List.of("\n", "\r\n", " \t\n", "\n\n", "y").get(random.nextInt(5)));
        }
        return text.toString();
    }

    private static List<String> read(String text) {
        List<String> lines = new ArrayList<>();
        try {
            Lines.read(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
                    Bookmark.START,
                    line -> line.number() + "@" + line.offset() + ":"
                            + new String(line.raw(), StandardCharsets.ISO_8859_1),
                    lines::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static List<String> oneByOne(String text) {
        List<String> lines = new ArrayList<>();
        long offset = 0;
        long number = 1;
        for (String line : text.split("\n", -1)) {
            String kept = line.stripTrailing();
            if (!kept.isEmpty()) {
                lines.add(number + "@" + offset + ":" + kept);
            }
            offset += line.length() + 1;
            number++;
        }
        return lines;
    }
}
