package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// JSON that lies as text in a column.
final class Rows {

    private Rows() {}

    static Optional<JsonValue> json(String text) {
        try {
            return Optional.of(JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }
}
