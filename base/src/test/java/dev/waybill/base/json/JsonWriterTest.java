package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class JsonWriterTest {

    private static final JsonObject SAMPLE = JsonObject.builder()
            .put("b", 1)
            .put("a", JsonArray.of(JsonBool.TRUE, JsonNull.NULL, new JsonString("x")))
            .put("empty", JsonObject.EMPTY)
            .put("none", JsonArray.EMPTY)
            .build();

    @Test
    void membersKeepTheirOrder() {
        assertThat(JsonWriter.compact(SAMPLE)).isEqualTo("{\"b\":1,\"a\":[true,null,\"x\"],\"empty\":{},\"none\":[]}");
    }

    @Test
    void prettyIndentsByTwoSpaces() {
        assertThat(JsonWriter.pretty(SAMPLE)).isEqualTo("""
                {
                  "b": 1,
                  "a": [
                    true,
                    null,
                    "x"
                  ],
                  "empty": {},
                  "none": []
                }""");
    }

    @Test
    void everyControlCharacterIsEscaped() {
        for (char c = 0; c < 0x20; c++) {
            String text = JsonWriter.compact(new JsonString("" + c));
            assertThat(text.chars()).allMatch(written -> written >= 0x20);
            assertThat(JsonReader.read(text, JsonLimits.RECEIPT)).isEqualTo(new JsonString("" + c));
        }
    }

    @Test
    void whatNeedsNoEscapeHasNone() {
        assertThat(new JsonString("/é€😀\u007f\u2028")).hasToString("\"/é€😀\u007f\u2028\"");
    }

    @Test
    void aLoneSurrogateIsRefusedAndNotReplaced() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonWriter.compactBytes(new JsonString("a\uDBFF")));
    }

    @Test
    void anObjectNeverChanges() {
        assertThat(SAMPLE.with("b", JsonNumber.of(2)).without("a").without("empty"))
                .hasToString("{\"b\":2,\"none\":[]}");
        assertThat(SAMPLE.get("b")).isEqualTo(JsonNumber.of(1));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> SAMPLE.members().clear());
    }
}
