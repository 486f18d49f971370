package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;

/// A JSON-RPC call. A2A has no notifications: every call has an id and gets an answer.
record RpcCall(JsonValue id, String method, JsonObject params) {

    private static final JsonLimits LIMITS = new JsonLimits(64, 100_000, 10_000, 4 * 1024 * 1024, 1_000_000);

    /// @throws A2aRefusal when it is none; who is told does not learn the id then
    static RpcCall read(byte[] body) {
        JsonValue value;
        try {
            value = JsonReader.read(body, LIMITS);
        } catch (JsonException e) {
            throw new A2aRefusal(A2aRefusal.PARSE_ERROR, "this is no JSON: " + e.getMessage());
        }
        JsonObject call = value.asObject().orElseThrow(() -> invalid("expected one JSON-RPC call, an object"));
        JsonValue id = call.get("id");
        if (!(id instanceof JsonString || id instanceof JsonNumber)) {
            throw invalid("expected \"id\" to be a text or a number");
        }
        if (!call.string("jsonrpc").orElse("").equals("2.0")) {
            throw invalid("expected \"jsonrpc\" to be \"2.0\"");
        }
        String method = call.string("method")
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> invalid("expected \"method\" to be a text"));
        JsonValue params = call.has("params") ? call.get("params") : JsonObject.EMPTY;
        if (!(params instanceof JsonObject members)) {
            throw invalid("expected \"params\" to be an object");
        }
        return new RpcCall(id, method, members);
    }

    private static A2aRefusal invalid(String message) {
        return new A2aRefusal(A2aRefusal.INVALID_REQUEST, message);
    }

    JsonObject result(JsonObject result) {
        return head(id).put("result", result).build();
    }

    static JsonObject error(JsonValue id, A2aRefusal refusal) {
        JsonObject data = refusal.data();
        return head(id).put(
                        "error",
                        JsonObject.of("code", refusal.code())
                                .with("message", String.valueOf(refusal.getMessage()))
                                .withIfPresent("data", data.isEmpty() ? null : data))
                .build();
    }

    static JsonObject error(A2aRefusal refusal) {
        return error(JsonNull.NULL, refusal);
    }

    private static JsonObject.Builder head(JsonValue id) {
        return JsonObject.builder().put("jsonrpc", "2.0").put("id", id);
    }
}
