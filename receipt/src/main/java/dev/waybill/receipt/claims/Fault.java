package dev.waybill.receipt.claims;

import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import org.jspecify.annotations.Nullable;

/// Why a value does not have its shape: where, what was expected, what was found.
/// Shapes return it instead of throwing, so that a check that succeeds costs nothing.
///
/// @param pointer JSON pointer from the value that was checked to the one at fault
record Fault(String pointer, String expected, String found) {

    private static final int LONGEST_QUOTE = 60;

    static Fault at(@Nullable JsonValue value, String expected) {
        return new Fault("", expected, describe(value));
    }

    /// The same fault, seen from the object or array that holds the value.
    Fault within(String name) {
        return new Fault(pointer(name) + pointer, expected, found);
    }

    Rejected rejectedAs(Code code) {
        String where = pointer.isEmpty() ? "the claims" : pointer;
        return new Rejected(code, pointer, where + ": expected " + expected + ", found " + found);
    }

    /// One step of a JSON pointer (RFC 6901).
    static String pointer(String name) {
        return "/" + name.replace("~", "~0").replace("/", "~1");
    }

    private static String describe(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "nothing";
            case JsonString(var text)
            when text.length() > LONGEST_QUOTE -> "a string of " + text.length() + " characters";
            case JsonString string -> string.toString();
            default -> article(value.kind());
        };
    }

    private static String article(String kind) {
        return switch (kind) {
            case "object", "array" -> "an " + kind;
            case "null" -> kind;
            default -> "a " + kind;
        };
    }
}
