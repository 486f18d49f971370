package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JcsTest {

    private static JsonValue any(String text) {
        return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    @Test
    void theSampleOfTheRfcIsCanonical() {
        String sample = """
                {
                  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }""";
        assertThat(Jcs.canonical(any(sample)))
                .isEqualTo("{\"literals\":[null,true,false],"
                        + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void membersAreSortedByUtf16UnitsAsInTheRfc() {
        String sample = """
                {
                  "\\u20ac": "Euro Sign",
                  "\\r": "Carriage Return",
                  "\\ufb33": "Hebrew Letter Dalet With Dagesh",
                  "1": "One",
                  "\\ud83d\\ude00": "Emoji: Grinning Face",
                  "\\u0080": "Control",
                  "\\u00f6": "Latin Small Letter O With Diaeresis"
                }""";
        JsonValue canonical = any(Jcs.canonical(any(sample)));
        assertThat(canonical.asObject().orElseThrow().members().values().stream()
                        .map(value -> value.asString().orElseThrow()))
                .containsExactly(
                        "Carriage Return",
                        "One",
                        "Control",
                        "Latin Small Letter O With Diaeresis",
                        "Euro Sign",
                        "Emoji: Grinning Face",
                        "Hebrew Letter Dalet With Dagesh");
    }

    /// The table of RFC 8785, appendix B: the bits of a double and its text.
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2",
    })
    void aNumberIsPrintedAsInTheRfc(String bits, String text) {
        assertThat(EcmaScriptNumber.format(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740991, 9007199254740991",
        "-9007199254740991, -9007199254740991",
        "1e3, 1000",
        "-0, 0",
        "-0.0, 0",
        "100000000000000000000, 100000000000000000000",
        "1e20, 100000000000000000000",
        "123456789012345680000, 123456789012345680000",
        "1e21, 1e+21",
        "1.5e21, 1.5e+21",
        "1.50, 1.5",
        "0.1, 0.1",
        "0.00001, 0.00001",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "0.00000015, 1.5e-7",
        "-1e-7, -1e-7",
        "123e-20, 1.23e-18",
        "2e-323, 2e-323",
        "1e-323, 1e-323",
        "1e-400, 0",
        "12.0, 12",
        "120.5, 120.5",
        "1e-6, 0.000001",
        "9.5e-7, 9.5e-7",
        "1.2e20, 120000000000000000000",
    })
    void aNumberChangesItsLayoutWhereEcmaScriptDoes(String lexeme, String text) {
        assertThat(Jcs.canonical(new JsonNumber(lexeme))).isEqualTo(text);
    }

    @Test
    void everyDoubleReadsBackFromItsText() {
        Seeds.check(20_000, random -> {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(EcmaScriptNumber.format(value))).isEqualTo(value == 0 ? 0.0 : value);
            }
        });
    }

    @Test
    void aNumberThatNoDoubleHoldsHasNoCanonicalForm() {
        for (String lexeme : List.of("1e309", "-1e309")) {
            assertThatIllegalArgumentException().isThrownBy(() -> Jcs.canonical(new JsonNumber(lexeme)));
        }
    }

    @Test
    void aLoneSurrogateHasNoCanonicalForm() {
        for (String text : List.of("\uD800", "\uDC00", "\uDC00\uD800", "x\uD800x")) {
            assertThatIllegalArgumentException().isThrownBy(() -> Jcs.canonical(new JsonString(text)));
        }
    }

    @Test
    void theOrderOfMembersLeavesNoTrace() {
        Seeds.check(500, random -> {
            JsonObject object = new RandomJson(random).object(3);
            List<Map.Entry<String, JsonValue>> members =
                    new ArrayList<>(object.members().entrySet());
            Collections.shuffle(members, random);
            Map<String, JsonValue> shuffled = new LinkedHashMap<>();
            members.forEach(member -> shuffled.put(member.getKey(), member.getValue()));
            assertThat(Jcs.canonical(new JsonObject(shuffled))).isEqualTo(Jcs.canonical(object));
        });
    }

    @Test
    void theCanonicalFormIsAFixedPoint() {
        Seeds.check(500, random -> {
            byte[] canonical = Jcs.canonicalBytes(new RandomJson(random).value(4));
            assertThat(Jcs.canonicalBytes(JsonReader.read(canonical, JsonLimits.RECEIPT)))
                    .isEqualTo(canonical);
        });
    }
}
