package dev.waybill.evidence.read.assay;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// One reason why a pack does not hold.
///
/// @param field the file or member concerned; null when it is the whole
/// @param receipt the index of the receipt concerned, from 0; -1 when it is none
public record PackError(
        PackCode code, String message, @Nullable String field, long receipt) {

    static PackError of(PackCode code, String field, String message) {
        return new PackError(code, message, field, -1);
    }

    public JsonObject toJson() {
        return JsonObject.of("code", code.name())
                .with("message", message)
                .withIfPresent("receipt_index", receipt < 0 ? null : JsonNumber.of(receipt))
                .withIfPresent("field", field);
    }

    @Override
    public String toString() {
        return code + ": " + message;
    }
}
