package dev.waybill.base.json;

import dev.waybill.base.json.JsonException.Problem;
import dev.waybill.base.text.Shortened;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads one JSON document from raw bytes, strictly: the I-JSON profile of RFC 7493.
///
/// Two readers must never see different documents in the same signed bytes, so everything that
/// parsers disagree about is refused: duplicate names, lone surrogates, noncharacters, bad UTF-8 and
/// numbers that a double cannot hold. One pass, one array, no recursion deeper than the limits.
public final class JsonReader {

    private final byte[] in;
    private final JsonLimits limits;
    private final boolean anyNumber;
    private int at;
    private int depth;
    private int values;

    private JsonReader(byte[] in, JsonLimits limits, boolean anyNumber) {
        this.in = in;
        this.limits = limits;
        this.anyNumber = anyNumber;
    }

    /// Reads a strict I-JSON document.
    public static JsonValue read(byte[] utf8, JsonLimits limits) {
        return new JsonReader(utf8, limits, false).document();
    }

    /// Reads a strict I-JSON document that must be an object.
    public static JsonObject readObject(byte[] utf8, JsonLimits limits) {
        if (read(utf8, limits) instanceof JsonObject object) {
            return object;
        }
        throw new JsonException(Problem.NOT_AN_OBJECT, 0, "expected an object");
    }

    /// Reads a document from text, for callers that have it as a string already.
    public static JsonValue read(String text, JsonLimits limits) {
        return read(utf8(text), limits);
    }

    /// The text's bytes; a lone surrogate has none, and Java would quietly replace it.
    private static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException _) {
            throw new JsonException(Problem.INVALID_STRING, 0, "the text holds a lone surrogate");
        }
    }

    /// Reads foreign data that may hold numbers of any size; their lexemes are kept.
    public static JsonValue readAnyNumbers(byte[] utf8, JsonLimits limits) {
        return new JsonReader(utf8, limits, true).document();
    }

    private JsonValue document() {
        skipSpace();
        JsonValue value = value();
        skipSpace();
        if (at != in.length) {
            throw syntax("unexpected text after the document");
        }
        return value;
    }

    private JsonValue value() {
        if (++values > limits.values()) {
            throw limit("more than " + limits.values() + " values");
        }
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new JsonString(string());
            case 't' -> literal("true", JsonBool.TRUE);
            case 'f' -> literal("false", JsonBool.FALSE);
            case 'n' -> literal("null", JsonNull.NULL);
            default -> number();
        };
    }

    private JsonObject object() {
        enter();
        Map<String, JsonValue> members = new LinkedHashMap<>();
        skipSpace();
        if (peek() != '}') {
            member(members);
            while (another('}')) {
                member(members);
            }
        }
        leave();
        return new JsonObject(members);
    }

    private void member(Map<String, JsonValue> members) {
        skipSpace();
        if (peek() != '"') {
            throw syntax("expected a member name in double quotes");
        }
        int start = at;
        String name = string();
        skipSpace();
        if (peek() != ':') {
            throw syntax("expected ':' after a member name");
        }
        at++;
        skipSpace();
        if (members.containsKey(name)) {
            throw new JsonException(Problem.DUPLICATE_MEMBER, start, "member \"" + shorten(name) + "\" appears twice");
        }
        if (members.size() == limits.members()) {
            throw limit("more than " + limits.members() + " members in one object");
        }
        members.put(name, value());
    }

    private JsonArray array() {
        enter();
        List<JsonValue> items = new ArrayList<>();
        skipSpace();
        if (peek() != ']') {
            item(items);
            while (another(']')) {
                item(items);
            }
        }
        leave();
        return new JsonArray(items);
    }

    private void item(List<JsonValue> items) {
        skipSpace();
        if (items.size() == limits.items()) {
            throw limit("more than " + limits.items() + " items in one array");
        }
        items.add(value());
    }

    private boolean another(char end) {
        skipSpace();
        byte c = peek();
        if (c == ',') {
            at++;
            return true;
        }
        if (c != end) {
            throw syntax("expected ',' or '" + end + "'");
        }
        return false;
    }

    private void enter() {
        at++;
        if (++depth > limits.depth()) {
            throw limit("nested deeper than " + limits.depth());
        }
    }

    private void leave() {
        at++;
        depth--;
    }

    private JsonValue literal(String word, JsonValue value) {
        int start = at;
        for (int i = 0; i < word.length(); i++, at++) {
            if (at >= in.length || in[at] != word.charAt(i)) {
                throw new JsonException(Problem.SYNTAX, start, "expected " + word);
            }
        }
        return value;
    }

    private String string() {
        int start = ++at;
        // Most strings are plain ASCII: find the end first and copy once.
        while (at < in.length && in[at] != '"' && in[at] != '\\' && in[at] >= 0x20) {
            at++;
        }
        if (at < in.length && in[at] == '"') {
            checkLength(at - start);
            // The loop above stops at negative bytes, so these are ASCII and Latin-1 reads them right.
            String text = new String(in, start, at - start, StandardCharsets.ISO_8859_1);
            at++;
            return text;
        }
        StringBuilder out = new StringBuilder(at - start + 16);
        out.append(new String(in, start, at - start, StandardCharsets.ISO_8859_1));
        return stringWithEscapes(out);
    }

    private String stringWithEscapes(StringBuilder out) {
        while (true) {
            if (at >= in.length) {
                throw badString("the string has no closing quote");
            }
            byte c = in[at];
            if (c == '"') {
                at++;
                return out.toString();
            }
            if (c == '\\') {
                at++;
                escape(out);
            } else if (c >= 0) {
                if (c < 0x20) {
                    throw badString("a control character must be escaped");
                }
                out.append((char) c);
                at++;
            } else {
                append(out, Utf8.decode(in, at));
                at += Utf8.length(in[at]);
            }
            checkLength(out.length());
        }
    }

    private void escape(StringBuilder out) {
        switch (at < in.length ? in[at++] : 0) {
            case '"' -> out.append('"');
            case '\\' -> out.append('\\');
            case '/' -> out.append('/');
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'u' -> append(out, escapedCodePoint());
            default -> throw badString("unknown escape");
        }
    }

    private int escapedCodePoint() {
        int first = hex4();
        if (first >= 0xDC00 && first <= 0xDFFF) {
            throw badString("a low surrogate stands alone");
        }
        if (first < 0xD800 || first > 0xDBFF) {
            return first;
        }
        if (at + 1 < in.length && in[at] == '\\' && in[at + 1] == 'u') {
            at += 2;
            int second = hex4();
            if (second >= 0xDC00 && second <= 0xDFFF) {
                return Character.toCodePoint((char) first, (char) second);
            }
        }
        throw badString("a high surrogate stands alone");
    }

    private int hex4() {
        int value = 0;
        for (int i = 0; i < 4; i++, at++) {
            int digit = at < in.length ? Character.digit(in[at], 16) : -1;
            if (digit < 0) {
                throw badString("expected four hexadecimal digits after \\u");
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private void append(StringBuilder out, int codePoint) {
        if (codePoint < 0) {
            throw badString("the bytes are not UTF-8");
        }
        if ((codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF)) {
            throw badString("noncharacter U+" + Integer.toHexString(codePoint).toUpperCase(java.util.Locale.ROOT));
        }
        out.appendCodePoint(codePoint);
    }

    private JsonNumber number() {
        int start = at;
        if (at < in.length && in[at] == '-') {
            at++;
        }
        if (at < in.length && in[at] == '0') {
            at++;
        } else {
            digits("expected a value");
        }
        if (at < in.length && in[at] == '.') {
            at++;
            digits("expected a digit after the decimal point");
        }
        if (at < in.length && (in[at] == 'e' || in[at] == 'E')) {
            at++;
            if (at < in.length && (in[at] == '+' || in[at] == '-')) {
                at++;
            }
            digits("expected a digit in the exponent");
        }
        String lexeme = new String(in, start, at - start, StandardCharsets.ISO_8859_1);
        if (!anyNumber && !SafeRange.contains(lexeme)) {
            throw new JsonException(
                    Problem.NUMBER_OUT_OF_RANGE, start, "number " + shorten(lexeme) + " is beyond ±(2^53 - 1)");
        }
        return new JsonNumber(lexeme);
    }

    private void digits(String otherwise) {
        int start = at;
        while (at < in.length && in[at] >= '0' && in[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw syntax(otherwise);
        }
        checkLength(at - start);
    }

    private void skipSpace() {
        while (at < in.length && (in[at] == ' ' || in[at] == '\n' || in[at] == '\r' || in[at] == '\t')) {
            at++;
        }
    }

    private byte peek() {
        if (at >= in.length) {
            throw syntax("the document ends too early");
        }
        return in[at];
    }

    private void checkLength(int length) {
        if (length > limits.stringLength()) {
            throw limit("text longer than " + limits.stringLength());
        }
    }

    private static String shorten(String text) {
        return Shortened.of(text, 40);
    }

    private JsonException syntax(String message) {
        return new JsonException(Problem.SYNTAX, at, message);
    }

    private JsonException badString(String message) {
        return new JsonException(Problem.INVALID_STRING, at, message);
    }

    private JsonException limit(String message) {
        return new JsonException(Problem.LIMIT_EXCEEDED, at, message);
    }
}
