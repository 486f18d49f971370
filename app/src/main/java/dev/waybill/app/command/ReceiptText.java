package dev.waybill.app.command;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import java.nio.charset.StandardCharsets;

/// Finds the compact JWS in what people hand in: the bare text, a JSON string of it, or an object that
/// carries it as `jws` or `receipt_jws`.
public final class ReceiptText {

    private ReceiptText() {}

    /// Whatever is not JSON is taken as it is: judging it is the verifier's work.
    public static byte[] of(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8).strip();
        if (text.startsWith("\"") || text.startsWith("{")) {
            try {
                text = fromJson(text);
            } catch (JsonException _) {
                return document;
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String fromJson(String text) {
        return switch (JsonReader.read(text, JsonLimits.DOCUMENT)) {
            case JsonString(var jws) -> jws;
            case JsonObject carrier ->
                carrier.string("jws").or(() -> carrier.string("receipt_jws")).orElse(text);
            default -> text;
        };
    }
}
