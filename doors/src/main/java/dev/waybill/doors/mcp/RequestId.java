package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;

/// Finds the id in a message that cannot be read as a whole. Half an emoji in the notes of a model makes invalid JSON;
/// without the id, the client would wait for its answer until it gives up.
final class RequestId {

    private final byte[] in;
    private int at;
    private int depth;

    private RequestId(byte[] in) {
        this.in = in;
    }

    /// The id, or null where there is none to be seen.
    static JsonValue find(byte[] message) {
        return new RequestId(message).search();
    }

    private JsonValue search() {
        while (at < in.length) {
            switch (in[at]) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> {
                    String name = string();
                    if (depth == 1 && name.equals("\"id\"") && colonFollows()) {
                        return value();
                    }
                }
                default -> {}
            }
            at++;
        }
        return JsonNull.NULL;
    }

    /// Steps to the closing quote and gives the text with its quotes.
    private String string() {
        int start = at++;
        while (at < in.length && in[at] != '"') {
            at += in[at] == '\\' ? 2 : 1;
        }
        return text(start, at + 1);
    }

    private boolean colonFollows() {
        at++;
        skipSpace();
        return at < in.length && in[at] == ':';
    }

    private JsonValue value() {
        at++;
        skipSpace();
        int start = at;
        if (at < in.length && in[at] == '"') {
            return read(string());
        }
        while (at < in.length && ",}] \t\r\n".indexOf(in[at]) < 0) {
            at++;
        }
        return read(text(start, at));
    }

    private static JsonValue read(String literal) {
        try {
            JsonValue id = JsonReader.readAnyNumbers(literal.getBytes(StandardCharsets.UTF_8), Rpc.LIMITS);
            return id instanceof JsonString || id instanceof JsonNumber ? id : JsonNull.NULL;
        } catch (JsonException _) {
            return JsonNull.NULL;
        }
    }

    private void skipSpace() {
        while (at < in.length && " \t\r\n".indexOf(in[at]) >= 0) {
            at++;
        }
    }

    private String text(int from, int to) {
        int end = Math.min(to, in.length);
        return new String(in, from, Math.max(0, end - from), StandardCharsets.UTF_8);
    }
}
