package dev.waybill.view.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import org.junit.jupiter.api.Test;

class SafeTextTest {

    @Test
    void plainAndForeignLettersStay() {
        assertThat(SafeText.of("web.search · größe 検索 🔎")).isEqualTo("web.search · größe 検索 🔎");
    }

    @Test
    void escapeSequencesCannotSteerTheTerminal() {
        assertThat(SafeText.of("\u001b[2Jgone\u009b1m")).isEqualTo("\\e[2Jgone\\u{9b}1m");
    }

    @Test
    void linesCannotBeForged() {
        assertThat(SafeText.of("step\r\nVERIFIED\t\u2028x")).isEqualTo("step\\r\\nVERIFIED\\t\\u{2028}x");
    }

    @Test
    void textCannotBeTurnedAround() {
        assertThat(SafeText.of("a\u202Eb\u2066c")).isEqualTo("a\\u{202e}b\\u{2066}c");
    }

    @Test
    void invisibleCharactersShow() {
        assertThat(SafeText.of("pay\u200Bpal\uFEFF\u3164")).isEqualTo("pay\\u{200b}pal\\u{feff}\\u{3164}");
    }

    @Test
    void aTowerOfAccentsIsCutDown() {
        assertThat(SafeText.of("e" + "\u0301".repeat(3))).isEqualTo("e" + "\u0301".repeat(3));
        assertThat(SafeText.of("e" + "\u0301".repeat(4))).isEqualTo("e" + "\u0301".repeat(3) + "\\u{301}");
    }

    @Test
    void halfACharacterIsNamed() {
        assertThat(SafeText.of("a\ud83d")).isEqualTo("a\\u{d83d}");
    }

    @Test
    void noTextWhateverLetsAControlCharacterThrough() {
        Seeds.check(300, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                text.append((char) random.nextInt(random.nextBoolean() ? 0x300 : 0x10000));
            }
            assertThat(SafeText.of(text.toString()).codePoints()).noneMatch(SafeTextTest::isUnsafe);
        });
    }

    private static boolean isUnsafe(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR;
    }
}
