package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;

/// A JSON-RPC message from a client.
sealed interface Rpc {

    int PARSE_ERROR = -32700;
    int INVALID_REQUEST = -32600;
    int METHOD_NOT_FOUND = -32601;
    int INVALID_PARAMS = -32602;
    int INTERNAL_ERROR = -32603;

    /// Of MCP, from revision 2026-07-28 on.
    int HEADER_MISMATCH = -32020;

    int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    /// Wider than what any tool accepts, so that the tool can say what is too much.
    JsonLimits LIMITS = new JsonLimits(256, 1_000_000, 100_000, 16_777_216, 2_000_000);

    record Request(JsonValue id, String method, JsonObject params) implements Rpc {

        /// What the request says about itself.
        JsonObject meta() {
            return params.object("_meta").orElse(JsonObject.EMPTY);
        }
    }

    /// Nobody waits any more for the answer to a request.
    record Cancelled(JsonValue id) implements Rpc {}

    /// Any other notification, or an answer to something that this server never asks: nobody waits for a reply.
    record Unanswered() implements Rpc {}

    /// Nothing that can be worked on; the client is told with the id, where one can be seen.
    record Unreadable(JsonValue id, int code, String why) implements Rpc {}

    static Rpc read(byte[] message) {
        try {
            return JsonReader.readAnyNumbers(message, LIMITS) instanceof JsonObject object
                    ? of(object)
                    : invalid(JsonNull.NULL, "expected one JSON-RPC message, an object; batches are not supported");
        } catch (JsonException e) {
            return new Unreadable(
                    RequestId.find(message),
                    PARSE_ERROR,
                    "This is not valid JSON: " + e.getMessage()
                            + ". Nothing was done; send the message again, corrected.");
        }
    }

    private static Rpc of(JsonObject message) {
        JsonValue id = message.get("id");
        if (id != null && !(id instanceof JsonString || id instanceof JsonNumber)) {
            return invalid(JsonNull.NULL, "id must be a string or a number, found " + id.kind());
        }
        String version = message.string("jsonrpc").orElse("nothing");
        if (!version.equals("2.0")) {
            return invalid(id == null ? JsonNull.NULL : id, "jsonrpc must be \"2.0\", found " + version);
        }
        if (!message.has("method") && (message.has("result") || message.has("error"))) {
            return new Unanswered();
        }
        String method = message.string("method").orElse("");
        if (method.isEmpty()) {
            return invalid(id == null ? JsonNull.NULL : id, "method must be a string and not empty");
        }
        JsonValue params = message.get("params");
        if (params != null && !(params instanceof JsonObject)) {
            return invalid(id == null ? JsonNull.NULL : id, "params must be an object, found " + params.kind());
        }
        if (id == null && method.equals("notifications/cancelled") && params instanceof JsonObject told) {
            JsonValue request = told.get("requestId");
            return request == null ? new Unanswered() : new Cancelled(request);
        }
        return id == null
                ? new Unanswered()
                : new Request(id, method, params == null ? JsonObject.EMPTY : (JsonObject) params);
    }

    private static Unreadable invalid(JsonValue id, String why) {
        return new Unreadable(id, INVALID_REQUEST, why);
    }

    static byte[] result(JsonValue id, JsonObject result) {
        return JsonWriter.compactBytes(head(id).put("result", result).build());
    }

    static byte[] error(JsonValue id, int code, String message) {
        return error(id, code, message, JsonObject.EMPTY);
    }

    /// @param data for programs; left out when empty
    static byte[] error(JsonValue id, int code, String message, JsonObject data) {
        JsonObject error = JsonObject.of("code", code)
                .with("message", message)
                .withIfPresent("data", data.isEmpty() ? null : data);
        return JsonWriter.compactBytes(head(id).put("error", error).build());
    }

    private static JsonObject.Builder head(JsonValue id) {
        return JsonObject.builder().put("jsonrpc", "2.0").put("id", id);
    }
}
