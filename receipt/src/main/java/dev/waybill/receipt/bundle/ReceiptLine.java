package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A receipt as people write it down: a JWS, a JSON string, or an object that carries one.
public final class ReceiptLine {

    private static final List<String> CARRIERS = List.of("jws", "receipt_jws", "receipt");

    private ReceiptLine() {}

    /// The receipt in a line; empty for a blank line. What cannot be unwrapped is handed on as it is, to be
    /// judged and refused.
    public static byte[] unwrap(byte[] line) {
        byte[] text = strip(line);
        if (text.length == 0 || (text[0] != '"' && text[0] != '{')) {
            return text;
        }
        try {
            return receipt(JsonReader.readAnyNumbers(text, JsonLimits.DOCUMENT))
                    .map(jws -> jws.getBytes(StandardCharsets.UTF_8))
                    .orElse(text);
        } catch (JsonException _) {
            return text;
        }
    }

    /// The receipt that a JSON value is or carries.
    public static Optional<String> receipt(JsonValue value) {
        if (value instanceof JsonString(var text)) {
            return Optional.of(text);
        }
        if (value instanceof JsonObject object) {
            return CARRIERS.stream()
                    .flatMap(name -> object.string(name).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    static byte[] strip(byte[] line) {
        int from = 0;
        int to = line.length;
        while (from < to && blank(line[from])) {
            from++;
        }
        while (to > from && blank(line[to - 1])) {
            to--;
        }
        return from == 0 && to == line.length ? line : Arrays.copyOfRange(line, from, to);
    }

    private static boolean blank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
