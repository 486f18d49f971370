package dev.waybill.agents.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;
import java.util.LinkedHashMap;
import java.util.Map;

/// What goes along with a request: where it comes from, the trace, and a key by which its repetition is known.
///
/// @param meta the request's `_meta`
/// @param headers the same for HTTP
record Carriage(JsonObject meta, Map<String, String> headers) {

    /// The same for every repetition of a call.
    static final String KEY = "dev.waybill/idempotency_key";

    static final Carriage NOTHING = new Carriage(JsonObject.EMPTY, new LinkedHashMap<>());

    static Carriage of(ActivityCall call, String key) {
        JsonObject meta = call.carried().intoMcp(JsonObject.EMPTY).with(KEY, key);
        return new Carriage(meta, call.carried().toHeaders());
    }
}
