package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A mistake in JSON, as an editor of the text finds it.
class JsonMistakeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a": 1,⏎  "b": }⏎              | not valid JSON at line 2, column 8: expected a value                      | `  "b": }` | 7
            {"ä": "ö", "ü": nul}            | not valid JSON at line 1, column 17: expected null                        | {"ä": "ö", "ü": nul} | 16
            {"a": [1,⏎                      | not valid JSON at line 2, column 1: the document ends too early           |              |
            {"a":1,⏎"a":2}                  | JSON that Waybill does not read at line 2, column 1: member "a" appears twice | "a":2}   | 0
            [1]                             | expected a JSON object, found another value                               |              |
            """)
    void aMistakeIsToldByLineAndColumnAndShown(
            String text, String told, @Nullable String line, @Nullable Integer caret) {
        byte[] bytes = text.replace('⏎', '\n').getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> JsonReader.readObject(bytes, JsonLimits.RECEIPT))
                .satisfies(e -> {
                    assertThat(e.in(bytes)).isEqualTo(told);
                    assertThat(e.excerpt(bytes))
                            .isEqualTo(
                                    line == null || caret == null ? List.of() : List.of(line, " ".repeat(caret) + "^"));
                });
    }

    @Test
    void ofALongLineOnlyThePartAroundTheMistakeIsShown() {
        byte[] bytes = ("[\"" + "x".repeat(5_000) + "\",!" + "y".repeat(5_000)).getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> JsonReader.read(bytes, JsonLimits.RECEIPT))
                .satisfies(e -> {
                    assertThat(e.excerpt(bytes).getFirst()).hasSizeLessThan(100).contains("xx\",!yy");
                    assertThat(e.excerpt(bytes)
                                    .getFirst()
                                    .charAt(e.excerpt(bytes).getLast().length() - 1))
                            .isEqualTo('!');
                });
    }
}
