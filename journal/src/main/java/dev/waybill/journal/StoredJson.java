package dev.waybill.journal;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// JSON that is kept for ever. What could not be read back is not written: a number, a text or a depth that only its
/// writer understands would make the whole run unreadable.
///
/// The writer puts brackets, commas and quotes where they belong, so that a reader can only stumble over the values: how
/// deep they lie, how many there are, how a number is spelled, which characters a text has. These are looked at before
/// writing, which takes a fraction of the time that reading the bytes takes.
final class StoredJson {

    /// Wider than every door, because a fact wraps the values that it carries.
    private static final JsonLimits LIMITS = new JsonLimits(256, 10_000_000, 10_000_000, 1 << 28, 100_000_000);

    private int values;

    private StoredJson() {}

    /// @throws IllegalArgumentException when the value could not be read back
    static byte[] write(JsonObject value) {
        // Before writing, because the writer follows the value down and a thread's stack ends somewhere.
        new StoredJson().check(value, LIMITS.depth());
        return JsonWriter.compactBytes(value);
    }

    /// @throws IllegalArgumentException when the bytes are no object of strict JSON
    static JsonObject read(byte[] bytes) {
        try {
            if (JsonReader.readAnyNumbers(bytes, LIMITS) instanceof JsonObject object) {
                return object;
            }
            throw new IllegalArgumentException("expected an object");
        } catch (JsonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void check(JsonValue value, int left) {
        expect(++values <= LIMITS.values(), "at most %,d values", LIMITS.values());
        switch (value) {
            case JsonObject object -> {
                expect(object.size() <= LIMITS.members(), "at most %,d members in one object", LIMITS.members());
                int below = below(left);
                object.members().forEach((name, member) -> {
                    check(name);
                    check(member, below);
                });
            }
            case JsonArray array -> {
                expect(array.size() <= LIMITS.items(), "at most %,d items in one array", LIMITS.items());
                int below = below(left);
                array.forEach(item -> check(item, below));
            }
            case JsonNumber number -> check(number);
            case JsonString(var text) -> check(text);
            case JsonBool _, JsonNull _ -> {
                // There is one spelling of each.
            }
        }
    }

    private static int below(int left) {
        expect(left > 0, "at most %d nested values; store the large part elsewhere and name it", LIMITS.depth());
        return left - 1;
    }

    /// Integers may be of any size, because every reader of ours keeps their digits.
    private static void check(JsonNumber number) {
        String lexeme = number.lexeme();
        if (number.isShortNatural()) {
            return;
        }
        if (!isRead(lexeme)) {
            throw new IllegalArgumentException("expected a number as JSON spells it, found %s".formatted(lexeme));
        }
        if (!number.isFinite()) {
            throw new IllegalArgumentException("expected a number that a double can hold, found %s".formatted(lexeme));
        }
    }

    private static boolean isRead(String lexeme) {
        try {
            return JsonReader.readAnyNumbers(lexeme.getBytes(StandardCharsets.UTF_8), LIMITS)
                    .equals(new JsonNumber(lexeme));
        } catch (JsonException e) {
            return false;
        }
    }

    private static void check(String text) {
        expect(text.length() <= LIMITS.stringLength(), "texts of at most %,d characters", LIMITS.stringLength());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                checkCharacters(text, i);
                return;
            }
        }
    }

    /// What I-JSON keeps out of texts: halves of pairs, and code points that are no characters.
    private static void checkCharacters(String text, int from) {
        for (int i = from; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int codePoint = text.codePointAt(i);
            boolean half = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            boolean none = (codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF);
            expect(!half && !none, "characters of Unicode, found U+%04X", codePoint);
        }
    }

    private static void expect(boolean holds, String what, int number) {
        if (!holds) {
            throw new IllegalArgumentException("expected " + what.formatted(number));
        }
    }
}
