package dev.waybill.journal.store;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.nio.charset.StandardCharsets;

/// JSON that a store keeps beside the logs. Bytes that cannot be read are the store's damage, and never a mistake of
/// whoever asked for something else.
public final class KeptJson {

    private KeptJson() {}

    /// @param place the table and the row, for the operator
    /// @throws StoreException when the bytes are no object of strict JSON
    public static JsonObject read(byte[] bytes, String place) {
        try {
            if (JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT) instanceof JsonObject object) {
                return object;
            }
        } catch (JsonException e) {
            throw StoreException.damaged(place, e);
        }
        throw StoreException.damaged(place, new IllegalArgumentException("expected an object"));
    }

    /// @throws StoreException when the text is no object of strict JSON
    public static JsonObject read(String text, String place) {
        return read(text.getBytes(StandardCharsets.UTF_8), place);
    }
}
