package dev.waybill.evidence.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssayJcsTest {

    @ParameterizedTest
    @CsvSource({
        "0.0, 0",
        "-0.0, 0",
        "-0, 0",
        "1.0, 1",
        "1e22, 1E22",
        "1E22, 1E22",
        "1e+22, 1E22",
        "-1.5e22, -1.5E22",
        "1e-07, 1E-7",
        "1.25e-7, 1.25E-7",
        "0.000001, 0.000001",
        "1e20, 100000000000000000000",
        "0.1, 0.1",
        "5e-324, 5E-324",
        "123456789012345678901234567890, 123456789012345678901234567890",
        "9007199254740993, 9007199254740993"
    })
    void numbersAreWrittenAsPythonsDecimalDoes(String lexeme, String canonical) {
        assertThat(canonical(lexeme)).isEqualTo(canonical);
    }

    @Test
    void memberNamesAreSortedByUtf16Units() {
        assertThat(canonical("{\"\uFB33\":1,\"\uD83D\uDE02\":2,\"a\":3}"))
                .isEqualTo("{\"a\":3,\"\uD83D\uDE02\":2,\"\uFB33\":1}");
    }

    @Test
    void aReceiptWithAMemberNameBeyondAsciiIsRefusedAtAnyDepth() {
        JsonObject receipt = (JsonObject) json("{\"receipt_id\":\"r\",\"data\":[{\"na\u00efve\":1}]}");

        assertThatThrownBy(() -> AssayJcs.receiptBytes(receipt)).hasMessageContaining("na\u00efve");
    }

    @Test
    void aNumberBeyondADoubleIsRefused() {
        assertThatThrownBy(() -> canonical("1e400")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theCanonicalFormOfTheCanonicalFormIsItself() {
        Seeds.check(2_000, random -> {
            String lexeme = Double.toString(Double.longBitsToDouble(random.nextLong()));
            if (!lexeme.equals("NaN") && !lexeme.endsWith("Infinity")) {
                String once = canonical("[" + lexeme + "]");
                assertThat(canonical(once)).isEqualTo(once);
                assertThat(Double.parseDouble(once.substring(1, once.length() - 1)))
                        .isEqualTo(Double.parseDouble(lexeme));
            }
        });
    }

    private static String canonical(String json) {
        return new String(AssayJcs.canonicalBytes(json(json)), StandardCharsets.UTF_8);
    }

    private static JsonValue json(String text) {
        return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
