package dev.waybill.agents.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import io.modelcontextprotocol.json.McpJsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Our values and the SDK's.
final class SdkJson {

    private SdkJson() {}

    static Map<String, Object> map(JsonObject object) {
        Map<String, Object> map = new LinkedHashMap<>();
        object.members().forEach((name, value) -> map.put(name, plain(value)));
        return map;
    }

    /// Maps, lists, texts, exact numbers.
    @SuppressWarnings("NullAway") // null is what the SDK takes for null
    private static @Nullable Object plain(JsonValue value) {
        return switch (value) {
            case JsonObject object -> map(object);
            case JsonArray array -> {
                List<@Nullable Object> items = new ArrayList<>();
                array.forEach(item -> items.add(plain(item)));
                yield items;
            }
            case JsonString(var text) -> text;
            case JsonNumber number ->
                number.isPlainInteger() ? new BigInteger(number.lexeme()) : new BigDecimal(number.lexeme());
            case JsonBool bool -> bool == JsonBool.TRUE;
            case JsonNull _ -> null;
        };
    }

    /// @throws IOException when the SDK's value is no JSON that we read
    static JsonObject read(McpJsonMapper mapper, Object value) throws IOException {
        try {
            return JsonReader.read(mapper.writeValueAsString(value), JsonLimits.DOCUMENT)
                    .asObject()
                    .orElse(JsonObject.EMPTY);
        } catch (JsonException e) {
            throw new IOException("the answer is no JSON that can be kept: " + e.getMessage(), e);
        }
    }
}
