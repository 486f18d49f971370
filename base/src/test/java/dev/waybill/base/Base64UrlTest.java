package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Base64UrlTest {

    private static final List<String> SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            .chars()
            .mapToObj(Character::toString)
            .toList();

    @Test
    void bytesSurviveTheirText() {
        Seeds.check(500, random -> {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            String text = Base64Url.encode(bytes);
            assertThat(text).doesNotContain("=", "+", "/");
            assertThat(Base64Url.decode(text)).isEqualTo(bytes);
            assertThat(Base64Url.decode(text.getBytes(StandardCharsets.US_ASCII)))
                    .isEqualTo(bytes);
        });
    }

    /// One byte takes two characters with four bits to spare, two bytes take three with two: only zeros
    /// may stand there.
    @Test
    void everyTextOfTwoOrThreeCharactersHasOneMeaningOrNone() {
        int two = 0;
        int three = 0;
        for (String a : SYMBOLS) {
            for (String b : SYMBOLS) {
                two += accepted(a + b);
                three += accepted("A" + a + b);
            }
        }
        assertThat(two).isEqualTo(256);
        assertThat(three).isEqualTo(64 * 64 / 4);
    }

    private static int accepted(String text) {
        try {
            assertThat(Base64Url.encode(Base64Url.decode(text))).isEqualTo(text);
            return 1;
        } catch (IllegalArgumentException _) {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A",
                "AAAAA",
                "AA==",
                "AAA=",
                "AAAA=",
                "=",
                "====",
                "A=",
                "AB",
                "AAB",
                "AA\n",
                " AAA",
                "AAA ",
                "AA AA",
                "AA\r\nAA",
                "+AAA",
                "/AAA",
                "AA.A",
                "AAA\u0000",
                "AAAé",
                "AAA\u0141",
                "AAA\uFF21",
                "AAA😀",
                "A?AA",
            })
    void everyOtherSpellingIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Base64Url.decode(text))
                .withMessageStartingWith("not ");
    }

    @Test
    void noBytesAreNoText() {
        assertThat(Base64Url.encode(new byte[0])).isEmpty();
        assertThat(Base64Url.decode("")).isEmpty();
    }
}
