package dev.waybill.receipt.claims;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.grammar.Tokens;

/// How large extensions may be, and how large a value is: the UTF-8 bytes of its compact JSON with
/// numbers as ECMAScript writes them. Counted without writing the text.
final class ExtensionBudget {

    static final int GROUP = 65_536;
    static final int TOTAL = 262_144;

    private ExtensionBudget() {}

    static long size(JsonValue value) {
        // No pattern switch: it bootstraps at run time, which every short start would pay.
        if (value instanceof JsonString(var text)) {
            return size(text);
        }
        if (value instanceof JsonObject object) {
            return size(object);
        }
        if (value instanceof JsonArray array) {
            return size(array);
        }
        if (value instanceof JsonNumber number) {
            return size(number);
        }
        return value == JsonBool.FALSE ? 5 : 4;
    }

    /// The bytes that a name and its colon take.
    static long nameSize(String name) {
        return size(name) + 1;
    }

    private static long size(JsonObject object) {
        long bytes = 2L + commas(object.size());
        for (var member : object.members().entrySet()) {
            bytes += nameSize(member.getKey()) + size(member.getValue());
        }
        return bytes;
    }

    private static long size(JsonArray array) {
        long bytes = 2L + commas(array.size());
        for (JsonValue item : array) {
            bytes += size(item);
        }
        return bytes;
    }

    static int commas(int count) {
        return Math.max(0, count - 1);
    }

    private static long size(JsonNumber number) {
        String lexeme = number.lexeme();
        boolean plain = lexeme.charAt(0) != '-' && Tokens.isDecimalInteger(lexeme);
        return plain ? lexeme.length() : Jcs.canonical(number).length();
    }

    private static long size(String text) {
        long bytes = 2L + text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || c < 0x20 || c == '"' || c == '\\') {
                bytes += extra(c);
            }
        }
        return bytes;
    }

    /// The bytes beyond one that a character takes; each half of a surrogate pair takes two.
    private static int extra(char c) {
        if (c >= 0x800) {
            return Character.isSurrogate(c) ? 1 : 2;
        }
        if (c >= 0x80 || c == '"' || c == '\\') {
            return 1;
        }
        return "\b\t\n\f\r".indexOf(c) >= 0 ? 1 : 5;
    }
}
