package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonException.Problem;
import dev.waybill.testkit.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    private static JsonValue read(String text) {
        return JsonReader.read(text, JsonLimits.RECEIPT);
    }

    private static void refused(Problem problem, byte[] bytes) {
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> JsonReader.read(bytes, JsonLimits.RECEIPT))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem))
                .satisfies(e -> assertThat(e.offset()).isBetween(0, bytes.length));
    }

    private static void refused(Problem problem, String text) {
        refused(problem, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsWrittenReadsBackTheSame() {
        Seeds.check(2_000, random -> {
            JsonValue value = new RandomJson(random).value(5);
            assertThat(JsonReader.read(JsonWriter.compactBytes(value), JsonLimits.RECEIPT))
                    .isEqualTo(value);
            assertThat(read(JsonWriter.pretty(value))).isEqualTo(value);
        });
    }

    @Test
    void aWrittenDocumentIsAFixedPoint() {
        Seeds.check(500, random -> {
            String text = JsonWriter.compact(new RandomJson(random).value(5));
            assertThat(JsonWriter.compact(read(text))).isEqualTo(text);
        });
    }

    /// Whatever the bytes, the answer is a value or a JsonException, and what is accepted can be written.
    @Test
    void damagedBytesNeverCauseAnythingButARefusal() {
        Seeds.check(5_000, random -> {
            byte[] bytes = JsonWriter.compactBytes(new RandomJson(random).object(4));
            byte[] damaged = damage(bytes, random);
            try {
                JsonValue value = JsonReader.read(damaged, JsonLimits.RECEIPT);
                assertThat(JsonReader.read(JsonWriter.compactBytes(value), JsonLimits.RECEIPT))
                        .isEqualTo(value);
            } catch (JsonException e) {
                assertThat(e.offset()).isBetween(0, damaged.length);
            }
        });
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length);
        for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
            byte any = random.nextBoolean() ? (byte) random.nextInt(256) : bytes[random.nextInt(bytes.length)];
            damaged[random.nextInt(damaged.length)] = any;
        }
        return damaged;
    }

    @Test
    void everyTruncationOfADocumentIsRefused() {
        byte[] whole =
                "{\"a\":[1,-2.5e3,true,null,\"x\\n\\u00e9\\ud83d\\ude00ü\"],\"b\":{}}".getBytes(StandardCharsets.UTF_8);
        JsonReader.read(whole, JsonLimits.RECEIPT);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(JsonException.class).isThrownBy(() -> JsonReader.read(cut, JsonLimits.RECEIPT));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[",
                "]",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\" 1}",
                "{1:1}",
                "01",
                "-01",
                "+1",
                ".5",
                "1.",
                "1.e3",
                "1e",
                "1e+",
                "-",
                "--1",
                "0x10",
                "NaN",
                "Infinity",
                "-Infinity",
                "tru",
                "truE",
                "True",
                "nul",
                "undefined",
                "1 1",
                "{}{}",
                "[]]",
                "//x\n1",
                "/*x*/1",
                "\uFEFF1",
                "\u00A01",
                "1\u0000",
                "\f1",
                "[\"a\":1]",
            })
    void whatIsNotJsonIsRefused(String text) {
        refused(Problem.SYNTAX, text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"",
                "\"abc",
                "\"\\",
                "\"\\\"",
                "\"\\x\"",
                "\"\\U0041\"",
                "\"\\u\"",
                "\"\\u12\"",
                "\"\\u123g\"",
                "\"\\uD800\"",
                "\"\\uDC00\"",
                "\"\\uD800x\"",
                "\"\\uD800\\n\"",
                "\"\\uD800\\uD800\"",
                "\"\\uDC00\\uD800\"",
                "\"\\uFFFE\"",
                "\"\\uFFFF\"",
                "\"\\uFDD0\"",
                "\"\\uFDEF\"",
                "\"\\uD83F\\uDFFE\"",
                "\"\\uDBFF\\uDFFF\"",
                "\"\uFFFE\"",
                "\"\uFDD0\"",
                "\"a\nb\"",
                "\"\t\"",
                "\"\u0000\"",
                "\"\u001F\"",
                "{\"\\uFFFE\":1}",
            })
    void aStringThatReadersDisagreeAboutIsRefused(String text) {
        refused(Problem.INVALID_STRING, text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "BF",
                "C0 80",
                "C1 BF",
                "C3",
                "C3 28",
                "E0 80 80",
                "E0 9F BF",
                "E2 82",
                "ED A0 80",
                "ED BF BF",
                "F0 80 80 80",
                "F0 8F BF BF",
                "F4 90 80 80",
                "F5 80 80 80",
                "FF",
                "FE",
                "E2 28 A1",
                "F0 9F 98",
            })
    void bytesThatAreNotUtf8AreRefused(String hex) {
        byte[] bad = HexFormat.ofDelimiter(" ").parseHex(hex);
        byte[] document = new byte[bad.length + 2];
        document[0] = '"';
        System.arraycopy(bad, 0, document, 1, bad.length);
        document[document.length - 1] = '"';
        refused(Problem.INVALID_STRING, document);
        refused(Problem.INVALID_STRING, Arrays.copyOf(document, document.length - 1));
    }

    @Test
    void everyCodePointIsReadRawAndEscapedOrRefusedBothWays() {
        for (int codePoint = 0x80; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (codePoint >= 0xD800 && codePoint <= 0xDFFF) {
                continue;
            }
            boolean noncharacter = (codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF);
            String text = Character.toString(codePoint);
            String found = tryRead("\"" + text + "\"");
            if (!found.equals(noncharacter ? "refused" : text)) {
                throw new AssertionError("U+" + Integer.toHexString(codePoint) + " gave " + found);
            }
        }
    }

    private static String tryRead(String document) {
        try {
            return JsonReader.read(document.getBytes(StandardCharsets.UTF_8), JsonLimits.RECEIPT)
                    .asString()
                    .orElseThrow();
        } catch (JsonException _) {
            return "refused";
        }
    }

    @Test
    void everyEscapeIsUnescaped() {
        assertThat(read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\""))
                .isEqualTo(new JsonString("\"\\/\b\f\n\r\tAé€😀"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "{\"x\":[{\"é\":1,\"\\u00e9\":2}]}",
                "{\"\":1,\"\":2}",
                "{\"😀\":1,\"\\ud83d\\ude00\":1}",
            })
    void aNameGivenTwiceIsRefused(String text) {
        refused(Problem.DUPLICATE_MEMBER, text);
    }

    @Test
    void theSameNameInTwoObjectsIsFine() {
        assertThat(read("[{\"a\":{\"a\":1}},{\"a\":1}]").kind()).isEqualTo("array");
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740991, true",
        "9007199254740992, false",
        "-9007199254740991, true",
        "-9007199254740992, false",
        "9007199254740991.0, true",
        "9007199254740991.1, false",
        "9007199254740990.9, true",
        "9007199254740991.00000000000000000000000000001, false",
        "9007199254740991e0, true",
        "9007199254740991E+00, true",
        "9007199254740991e1, false",
        "90071992547409910e-1, true",
        "90071992547409919e-1, false",
        "0.9007199254740991e16, true",
        "0.09007199254740992e17, false",
        "1e15, true",
        "9e15, true",
        "1e16, false",
        "-1e16, false",
        "1e400, false",
        "1e-400, true",
        "0e999999999999999999999, true",
        "0.000e99999999999, true",
        "1e99999999999999999999999, false",
        "1e-99999999999999999999999, true",
        "1e000000000000000000000000000000015, true",
        "123456789012345, true",
        "1234567890123456, true",
        "12345678901234567, false",
        "-0, true",
        "-0.0e-0, true",
        "0.1e17, false",
        "0.00000000000000000001e36, false",
        "0.00000000000000000001e35, true",
    })
    void aNumberIsJudgedExactlyAsWritten(String lexeme, boolean accepted) {
        if (accepted) {
            assertThat(read(lexeme)).isEqualTo(new JsonNumber(lexeme));
            assertThat(read("[" + lexeme + "]")).hasToString("[" + lexeme + "]");
        } else {
            assertThatExceptionOfType(JsonException.class).isThrownBy(() -> read(lexeme));
        }
    }

    @Test
    void theSafeRangeIsWhatExactArithmeticSays() {
        var bound = BigDecimal.valueOf(JsonNumber.MAX_SAFE_INTEGER);
        Seeds.check(5_000, random -> {
            var digits = new BigInteger(40 + random.nextInt(40), random);
            String sign = random.nextBoolean() ? "-" : "";
            String lexeme = sign + digits + "e" + (random.nextInt(20) - 12);
            boolean within = new BigDecimal(lexeme).abs().compareTo(bound) <= 0;
            assertThat(SafeRange.contains(lexeme)).as(lexeme).isEqualTo(within);
        });
    }

    @Test
    void foreignDataMayHoldNumbersOfAnySize() {
        byte[] bytes = "[1e400,123456789012345678901234567890]".getBytes(StandardCharsets.UTF_8);
        assertThat(JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT))
                .hasToString("[1e400,123456789012345678901234567890]");
    }

    @Test
    void everyLimitHoldsExactly() {
        JsonLimits limits = new JsonLimits(3, 4, 2, 5, 9);
        for (String fits : List.of(
                "[[[]]]", "[1,2,3,4]", "{\"a\":1,\"b\":2}", "\"12345\"", "\"1234\\n\"", "12345", "[[1,2,3],[4,5,6]]")) {
            JsonReader.read(fits, limits);
        }
        for (String over : List.of(
                "[[[[]]]]",
                "[1,2,3,4,5]",
                "{\"a\":1,\"b\":2,\"c\":3}",
                "\"123456\"",
                "\"12345\\n\"",
                "123456",
                "{\"123456\":1}",
                "[[1,2,3],[4,5,6],7]",
                "\"1234😀\"")) {
            assertThatExceptionOfType(JsonException.class)
                    .as(over)
                    .isThrownBy(() -> JsonReader.read(over, limits))
                    .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.LIMIT_EXCEEDED));
        }
    }

    @Test
    void hostileDepthIsRefusedWithoutAStackOverflow() {
        for (String open : List.of("[", "{\"a\":", "[{\"a\":")) {
            refused(Problem.LIMIT_EXCEEDED, open.repeat(500_000));
        }
    }

    @Test
    void aHugeNumberIsRefusedAtItsLength() {
        refused(Problem.LIMIT_EXCEEDED, "1".repeat(1_000_000));
        refused(Problem.LIMIT_EXCEEDED, "0." + "1".repeat(1_000_000));
        refused(Problem.LIMIT_EXCEEDED, "1e" + "1".repeat(1_000_000));
    }

    @Test
    void anObjectIsRequiredWhereOneIsAskedFor() {
        assertThat(JsonReader.readObject("{}".getBytes(StandardCharsets.UTF_8), JsonLimits.RECEIPT))
                .isEqualTo(JsonObject.EMPTY);
        for (String other : List.of("[]", "1", "null", "\"{}\"")) {
            assertThatExceptionOfType(JsonException.class)
                    .isThrownBy(
                            () -> JsonReader.readObject(other.getBytes(StandardCharsets.UTF_8), JsonLimits.RECEIPT));
        }
    }

    @Test
    void textWithALoneSurrogateIsRefusedAndNotReplaced() {
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> read("\"\uD800\""))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.INVALID_STRING));
    }

    @Test
    void theMessageSaysWhatAndWhere() {
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> read("{\"a\":1,\"a\":2}"))
                .withMessage("member \"a\" appears twice (at byte 7)");
    }
}
