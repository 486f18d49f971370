package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.json.JsonException.Problem;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is found readable is read back as it is, and nothing else is found so.
class ReadableJsonTest {

    private static final JsonLimits LIMITS = new JsonLimits(5, 4, 3, 40, 1_000);

    private static final List<String> NUMBERS = List.of(
            "0",
            "00",
            "-0",
            "-",
            "",
            "7",
            "07",
            "+7",
            "-7",
            "-07",
            "1.5",
            "1.",
            ".5",
            "1e5",
            "1e",
            "1E+5",
            "1e400",
            "-1e400",
            "NaN",
            "Infinity",
            "0x1p3",
            "1f",
            "1d",
            " 1",
            "1 ",
            "123456789012345",
            "1234567890123456",
            "123456789012345678901234567890",
            "\u0661",
            "1,2",
            "1}",
            "true");

    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            "\"\\/\b\f\n\r\t\u0000",
            "\u007f\u0080",
            "\uD800",
            "\uDFFF",
            "a\uDC00\uD800",
            "\uD83D\uDE00",
            "\uD83D",
            "\uFFFE",
            "\uFFFF",
            "\uFDD0",
            "\uFDEF",
            "\uFDCF",
            "\uFDF0",
            "\uFFFD",
            "\uD83F\uDFFE",
            "\uD83F\uDFFD",
            "\uDBFF\uDFFF",
            "\uD7FF\uE000",
            "é",
            "\uD836\uDC00");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whateverIsReadableIsReadBackAsItIsAndNothingElseIs(boolean anyIntegers) {
        AtomicInteger sound = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Seeds.check(4_000, random -> {
            JsonValue value = value(random, 6);
            judge(value, anyIntegers);
            (isReadable(value, anyIntegers) ? sound : refused).incrementAndGet();
        });
        assertThat(sound).hasPositiveValue();
        assertThat(refused).hasPositiveValue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everySpellingOfANumberIsJudgedAsItsReaderDoes(boolean anyIntegers) {
        for (String number : NUMBERS) {
            judge(new JsonNumber(number), anyIntegers);
        }
    }

    @Test
    void everyCharacterIsJudgedAsItsReaderDoes() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            judge(new JsonString("a" + Character.toString(codePoint)), false);
        }
        TEXTS.forEach(text -> judge(new JsonString(text), false));
    }

    @Test
    void everyLimitIsJudgedAsItsReaderDoes() {
        for (int size = 0; size < 50; size++) {
            judge(new JsonString("t".repeat(size)), false);
            judge(new JsonArray(Collections.nCopies(size, JsonNull.NULL)), false);
            JsonObject object = JsonObject.EMPTY;
            JsonValue nested = JsonNull.NULL;
            for (int i = 0; i < size; i++) {
                object = object.with("m" + i, 1);
                nested = i % 2 == 0 ? JsonArray.of(nested) : JsonObject.of("m", nested);
            }
            judge(object, false);
            judge(nested, false);
        }
        JsonArray many = new JsonArray(Collections.nCopies(4, JsonNull.NULL));
        for (int i = 0; i < 4; i++) {
            many = new JsonArray(Collections.nCopies(4, many));
        }
        judge(many, false);
    }

    @Test
    void theReasonIsTheReadersOwn() {
        assertThat(problem(new JsonNumber("9007199254740992"))).isEqualTo(Problem.NUMBER_OUT_OF_RANGE);
        assertThat(problem(new JsonNumber("007"))).isEqualTo(Problem.SYNTAX);
        assertThat(problem(new JsonString("\uD800"))).isEqualTo(Problem.INVALID_STRING);
        assertThat(problem(new JsonString("\uFFFF"))).isEqualTo(Problem.INVALID_STRING);
        assertThat(problem(new JsonString("t".repeat(41)))).isEqualTo(Problem.LIMIT_EXCEEDED);
    }

    private static Problem problem(JsonValue value) {
        return catchThrowableOfType(JsonException.class, () -> ReadableJson.bytes(value, LIMITS))
                .problem();
    }

    private static void judge(JsonValue value, boolean anyIntegers) {
        boolean found = isReadable(value, anyIntegers);
        if (found != isReadBack(value, anyIntegers)) {
            throw new AssertionError("found readable: %s, and read back: %s: %s".formatted(found, !found, value));
        }
    }

    private static boolean isReadable(JsonValue value, boolean anyIntegers) {
        try {
            byte[] written =
                    anyIntegers ? ReadableJson.bytesOfAnyIntegers(value, LIMITS) : ReadableJson.bytes(value, LIMITS);
            if (!Arrays.equals(written, JsonWriter.compactBytes(value))) {
                throw new AssertionError("written otherwise than elsewhere: " + value);
            }
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    /// The slow way: write it, read it, compare. A number that no double can hold is refused besides.
    private static boolean isReadBack(JsonValue value, boolean anyIntegers) {
        try {
            byte[] bytes = JsonWriter.compactBytes(value);
            return isFinite(value)
                    && (anyIntegers ? JsonReader.readAnyNumbers(bytes, LIMITS) : JsonReader.read(bytes, LIMITS))
                            .equals(value);
        } catch (IllegalArgumentException | JsonException e) {
            return false;
        }
    }

    private static boolean isFinite(JsonValue value) {
        return switch (value) {
            case JsonObject object -> object.members().values().stream().allMatch(ReadableJsonTest::isFinite);
            case JsonArray array -> array.items().stream().allMatch(ReadableJsonTest::isFinite);
            case JsonNumber number -> number.isFinite();
            default -> true;
        };
    }

    private static JsonValue value(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> new JsonString(text(random));
            case 1 -> new JsonNumber(pick(random, NUMBERS, "42"));
            case 2 -> JsonBool.of(random.nextBoolean());
            case 3 -> JsonNull.NULL;
            case 4 -> new JsonArray(values(random, depth - 1));
            default -> {
                JsonObject object = JsonObject.EMPTY;
                for (JsonValue member : values(random, depth - 1)) {
                    object = object.with(text(random), member);
                }
                yield object;
            }
        };
    }

    private static List<JsonValue> values(RandomGenerator random, int depth) {
        List<JsonValue> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value(random, depth));
        }
        return values;
    }

    private static String text(RandomGenerator random) {
        return pick(random, TEXTS, "text");
    }

    /// Mostly something usual, or nothing would ever be sound.
    private static String pick(RandomGenerator random, List<String> all, String usual) {
        return random.nextInt(8) > 0 ? usual : all.get(random.nextInt(all.size()));
    }
}
