package dev.waybill.view.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextWidthTest {

    @Test
    void ideographsAndEmojiTakeTwoColumnsAndAccentsNone() {
        assertThat(TextWidth.of("abc")).isEqualTo(3);
        assertThat(TextWidth.of("検索")).isEqualTo(4);
        assertThat(TextWidth.of("🔎")).isEqualTo(2);
        assertThat(TextWidth.of("e\u0301")).isEqualTo(1);
    }

    @Test
    void aTextThatFitsIsNotTouched() {
        assertThat(TextWidth.fit("four", 4)).isEqualTo("four");
        assertThat(TextWidth.fit("fours", 4)).isEqualTo("fou…");
        assertThat(TextWidth.fit("x", 0)).isEmpty();
    }

    @Test
    void aWideCharacterIsNeverHalved() {
        assertThat(TextWidth.fit("検索検索", 4)).isEqualTo("検…");
    }

    @Test
    void anIdentifierKeepsItsEnd() {
        assertThat(TextWidth.fitMiddle("sha256:0123456789abcdef", 11)).isEqualTo("sha25…bcdef");
    }
}
