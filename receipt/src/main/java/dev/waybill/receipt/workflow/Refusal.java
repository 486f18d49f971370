package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import org.jspecify.annotations.Nullable;

/// Words a refusal: which field, what was expected, what was found, what to do.
///
/// What was found comes from a stranger. It is cut and escaped, so that a message stays one short line.
final class Refusal {

    private static final int LONGEST_QUOTE = 64;

    private Refusal() {}

    static Rejected of(Code code, String pointer, String expected, String found, String advice) {
        String field = pointer.isEmpty() ? "" : pointer.substring(1).replace('/', '.') + ": ";
        return new Rejected(code, pointer, field + "expected " + expected + ", found " + found + "; " + advice);
    }

    static Rejected context(String pointer, String expected, String found, String advice) {
        return of(Code.E_WORKFLOW_CONTEXT_INVALID, pointer, expected, found, advice);
    }

    static Rejected summary(String pointer, String expected, String found, String advice) {
        return of(Code.E_WORKFLOW_SUMMARY_INVALID, pointer, expected, found, advice);
    }

    /// A value in a few words; Java's null stands for an absent member.
    static String found(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "nothing";
            case JsonString(var text) -> found(text);
            default -> {
                String json = value.kind().equals("number") ? value.toString() : "";
                yield json.isEmpty() || json.length() > LONGEST_QUOTE ? a(value.kind()) : json;
            }
        };
    }

    static String found(String text) {
        return text.length() <= LONGEST_QUOTE ? quote(text) : quote(cut(text)) + "… (" + text.length() + " characters)";
    }

    /// A member name as one segment of a JSON pointer.
    static String pointer(String parent, String name) {
        return parent + "/" + cut(name).replace("~", "~0").replace("/", "~1");
    }

    private static String cut(String text) {
        return Shortened.of(text, LONGEST_QUOTE, "");
    }

    private static String quote(String text) {
        return new JsonString(text).toString();
    }

    private static String a(String kind) {
        return switch (kind) {
            case "array", "object" -> "an " + kind;
            case "null" -> kind;
            default -> "a " + kind;
        };
    }
}
