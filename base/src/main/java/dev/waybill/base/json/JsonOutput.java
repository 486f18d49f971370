package dev.waybill.base.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// JSON text under way, as the UTF-8 bytes that it will be signed, hashed or sent as.
///
/// For [JsonWriter], and for a writer that knows its document so well that a tree of values would only
/// cost time: it has to put every bracket and comma itself.
public final class JsonOutput {

    private static final String HEX = "0123456789abcdef";

    /// Most documents are events, and they fit.
    private static final int USUAL_SIZE = 1024;

    /// One character grows to at most six bytes: a control character that is escaped.
    private static final int MOST_BYTES = 6;

    private byte[] out;
    private int at;

    public JsonOutput() {
        this(USUAL_SIZE);
    }

    /// @param size how long it will probably be; it may get longer
    public JsonOutput(int size) {
        out = new byte[size];
    }

    /// Appends an ASCII character.
    public void put(char c) {
        room(1);
        out[at++] = (byte) c;
    }

    /// The ASCII character that was written last.
    char last() {
        return (char) out[at - 1];
    }

    /// Appends ASCII text as it is: punctuation, words, numbers.
    @SuppressWarnings("deprecation") // As in #plain.
    public void ascii(String text) {
        room(text.length());
        text.getBytes(0, text.length(), out, at);
        at += text.length();
    }

    public void number(long value) {
        ascii(Long.toString(value));
    }

    /// Appends a string literal if all its characters stand for themselves, each with one byte. Otherwise it
    /// appends nothing.
    boolean plainString(String text) {
        int start = at;
        room(2 + text.length());
        out[at++] = '"';
        if (plain(text) < text.length()) {
            at = start;
            return false;
        }
        out[at++] = '"';
        return true;
    }

    /// Appends a string literal with the shortest escapes, as JCS and ECMAScript write it.
    ///
    /// A lone surrogate has no UTF-8 form. Java would write `?` in its place, and two different documents
    /// would have the same bytes and the same digest, so it is refused.
    public void string(String text) {
        room(2 + text.length());
        out[at++] = '"';
        int plain = plain(text);
        if (plain < text.length()) {
            room(1 + (long) MOST_BYTES * (text.length() - plain));
            rest(text, plain);
        }
        out[at++] = '"';
    }

    private void rest(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                supplementary(text, i);
                i++;
            } else {
                character(c);
            }
        }
    }

    /// Writes the characters up to the first that needs more than one byte. Mostly that is all of them.
    @SuppressWarnings("deprecation") // The only way to copy text of one byte a character without an array between.
    private int plain(String text) {
        int length = text.length();
        int i = 0;
        while (i < length && isPlain(text.charAt(i))) {
            i++;
        }
        text.getBytes(0, i, out, at);
        at += i;
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }

    private void character(char c) {
        if (c < 0x20 || c == '"' || c == '\\') {
            escape(c);
        } else if (c < 0x80) {
            out[at++] = (byte) c;
        } else if (c < 0x800) {
            out[at++] = (byte) (0xC0 | c >> 6);
            continuation(c);
        } else {
            out[at++] = (byte) (0xE0 | c >> 12);
            continuation(c >> 6);
            continuation(c);
        }
    }

    private void supplementary(String text, int index) {
        int codePoint = text.codePointAt(index);
        if (!Character.isSupplementaryCodePoint(codePoint)) {
            throw new IllegalArgumentException(
                    "expected text that UTF-8 can hold, found a lone surrogate at index " + index);
        }
        out[at++] = (byte) (0xF0 | codePoint >> 18);
        continuation(codePoint >> 12);
        continuation(codePoint >> 6);
        continuation(codePoint);
    }

    private void continuation(int bits) {
        out[at++] = (byte) (0x80 | (bits & 0x3F));
    }

    private void escape(char c) {
        switch (c) {
            case '"', '\\' -> escaped(c);
            case '\b' -> escaped('b');
            case '\f' -> escaped('f');
            case '\n' -> escaped('n');
            case '\r' -> escaped('r');
            case '\t' -> escaped('t');
            default -> {
                ascii("\\u00");
                put(HEX.charAt(c >> 4));
                put(HEX.charAt(c & 0xF));
            }
        }
    }

    private void escaped(char c) {
        out[at++] = '\\';
        out[at++] = (byte) c;
    }

    private void room(long more) {
        if (out.length - at < more) {
            out = Arrays.copyOf(out, Math.toIntExact(Math.max(2L * out.length, at + more)));
        }
    }

    public byte[] toBytes() {
        return Arrays.copyOf(out, at);
    }

    @Override
    public String toString() {
        return new String(out, 0, at, StandardCharsets.UTF_8);
    }
}
