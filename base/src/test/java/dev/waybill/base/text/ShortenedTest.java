package dev.waybill.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortenedTest {

    @Test
    void aTextThatFitsStaysWhole() {
        assertThat(Shortened.of("", 0)).isEmpty();
        assertThat(Shortened.of("abc", 3)).isEqualTo("abc");
        assertThat(Shortened.of("a😀", 3)).isEqualTo("a😀");
    }

    @Test
    void ofALongerOneTheBeginningIsShown() {
        assertThat(Shortened.of("abcd", 3)).isEqualTo("abc…");
        assertThat(Shortened.of("abcd", 0)).isEqualTo("…");
        assertThat(Shortened.of("abcd", 3, " and more")).isEqualTo("abc and more");
    }

    @Test
    void aCharacterIsNeverCutInTwo() {
        assertThat(Shortened.of("a😀b", 2)).isEqualTo("a…");
        assertThat(Shortened.of("a😀b", 3)).isEqualTo("a😀…");
    }
}
