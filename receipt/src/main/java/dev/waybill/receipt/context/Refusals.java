package dev.waybill.receipt.context;

import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Words the refusals of this package: where, what was expected, what was found.
///
/// What was found comes from a stranger, so it is quoted, escaped and cut.
public final class Refusals {

    private static final int LONGEST_QUOTE = 64;

    private Refusals() {}

    public static Rejected format(String pointer, String expected, String found) {
        return new Rejected(
                Code.E_INVALID_FORMAT, pointer, field(pointer) + "expected " + expected + ", found " + found);
    }

    public static Rejected tooLarge(String pointer, String what, long limit, long found) {
        return new Rejected(
                Code.E_CONSTRAINT_VIOLATION,
                pointer,
                what + ": expected at most " + limit + " bytes, found " + found
                        + "; send a reference with a URL instead of the receipt itself");
    }

    public static Rejected ambiguous(String pointer, String message) {
        return new Rejected(Code.E_INVALID_FORMAT, pointer, message);
    }

    /// A value in a few words; Java's null stands for an absent member.
    public static String found(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "nothing";
            case JsonString(var text) -> found(text);
            default -> "a JSON " + value.kind();
        };
    }

    public static String found(String text) {
        return text.length() <= LONGEST_QUOTE
                ? quote(text)
                : quote(Shortened.of(text, LONGEST_QUOTE, "")) + "… (" + text.length() + " characters)";
    }

    /// One segment of a JSON pointer.
    public static String segment(String name) {
        return "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /// Half of a surrogate pair, sent so, cannot be written; it becomes a question mark.
    private static String quote(String text) {
        byte[] wellFormed = text.getBytes(StandardCharsets.UTF_8);
        return new JsonString(new String(wellFormed, StandardCharsets.UTF_8)).toString();
    }

    private static String field(String pointer) {
        String name = pointer.substring(pointer.lastIndexOf('/') + 1)
                .replace("~1", "/")
                .replace("~0", "~");
        return name.isEmpty() ? "" : name + ": ";
    }
}
