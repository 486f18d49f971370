package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import java.util.Locale;

/// The `_meta` object of an MCP request or result, which many parties share.
///
/// MCP keeps some keys for itself, and every other key belongs to whoever put it there: nothing is
/// overwritten.
public final class McpMeta {

    /// The member that holds it.
    public static final String MEMBER = "_meta";

    private McpMeta() {}

    /// Whether MCP keeps this key for itself: the second label of its prefix is `mcp` or
    /// `modelcontextprotocol`.
    public static boolean isReserved(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) {
            return false;
        }
        String[] labels = key.substring(0, slash).toLowerCase(Locale.ROOT).split("\\.", -1);
        return labels.length > 1 && (labels[1].equals("mcp") || labels[1].equals("modelcontextprotocol"));
    }

    /// A copy of the message with one more key in its `_meta`.
    ///
    /// @throws Rejected when the key is MCP's, or is there already with another value
    public static JsonObject put(JsonObject message, String key, JsonValue value) {
        if (isReserved(key)) {
            throw Refusals.format(
                    pointer(key), "a key whose second label is not mcp or modelcontextprotocol", Refusals.found(key));
        }
        JsonObject meta = of(message);
        JsonValue present = meta.get(key);
        if (present != null && !present.equals(value)) {
            throw Refusals.ambiguous(
                    pointer(key), "_meta already has " + key + " with another value; it is not overwritten");
        }
        return message.with(MEMBER, meta.with(key, value));
    }

    /// The `_meta` of a message; empty when it has none.
    static JsonObject of(JsonObject message) {
        JsonValue meta = message.get(MEMBER);
        return switch (meta) {
            case null -> JsonObject.EMPTY;
            case JsonObject object -> object;
            default -> throw Refusals.format("/" + MEMBER, "an object", Refusals.found(meta));
        };
    }

    static String pointer(String key) {
        return "/" + MEMBER + Refusals.segment(key);
    }
}
