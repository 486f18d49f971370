package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// What is written is what can be read back, and nothing else is.
class StoredJsonTest {

    private static final List<String> NUMBERS = List.of(
            "0", "00", "-0", "-", "", "7", "07", "+7", "-7", "-07", "1.5", "1.", ".5", "1e5", "1e", "1E+5", "1e400",
            "-1e400", "NaN", "Infinity", "0x1p3", "1f", "1d", " 1", "1 ", "123456789012345", "1234567890123456",
            "123456789012345678901234567890", "\u0661", "1,2", "1}", "true");

    private static final List<String> TEXTS = List.of(
            "", "plain", "\"\\/\b\f\n\r\t\u0000", "\u007f\u0080", "\uD800", "\uDFFF", "a\uDC00\uD800", "\uD83D\uDE00",
            "\uD83D", "\uFFFE", "\uFFFF", "\uFDD0", "\uFDEF", "\uFDCF", "\uFDF0", "\uFFFD", "\uD83F\uDFFE",
            "\uD83F\uDFFD", "\uDBFF\uDFFF", "\uD7FF\uE000", "é", "\uD836\uDC00");

    @Test
    void whateverIsWrittenIsReadBackAsItWasAndWhateverIsRefusedIsUnreadable() {
        AtomicInteger written = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Seeds.check(4_000, random -> {
            JsonObject value = JsonObject.of(text(random), value(random, 3));
            if (isReadBack(value)) {
                assertThat(StoredJson.read(StoredJson.write(value))).isEqualTo(value);
                written.incrementAndGet();
            } else {
                assertThatIllegalArgumentException().isThrownBy(() -> StoredJson.write(value));
                refused.incrementAndGet();
            }
        });
        assertThat(written).hasPositiveValue();
        assertThat(refused).hasPositiveValue();
    }

    @Test
    void everySpellingOfANumberIsJudgedAsItsReaderDoes() {
        for (String number : NUMBERS) {
            judge(new JsonNumber(number));
        }
    }

    @Test
    void everyCharacterIsJudgedAsItsReaderDoes() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            judge(new JsonString("a" + Character.toString(codePoint)));
        }
        TEXTS.forEach(text -> judge(new JsonString(text)));
    }

    private static void judge(JsonValue leaf) {
        JsonObject value = JsonObject.of("value", leaf);
        boolean accepted;
        try {
            accepted = StoredJson.write(value).length > 0;
        } catch (IllegalArgumentException e) {
            accepted = false;
        }
        if (accepted != isReadBack(value)) {
            throw new AssertionError("%s is written: %s, and is read back: %s".formatted(leaf, accepted, !accepted));
        }
    }

    /// The slow way: write it, read it, compare. A number that no double can hold is refused besides.
    private static boolean isReadBack(JsonObject value) {
        try {
            return isFinite(value)
                    && StoredJson.read(JsonWriter.compactBytes(value)).equals(value);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isFinite(JsonValue value) {
        return switch (value) {
            case JsonObject object -> object.members().values().stream().allMatch(StoredJsonTest::isFinite);
            case JsonArray array -> array.items().stream().allMatch(StoredJsonTest::isFinite);
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
