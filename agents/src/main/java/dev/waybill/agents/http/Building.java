package dev.waybill.agents.http;

import dev.waybill.agents.http.HttpNode.BadRequest;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Addresses, headers and bodies, as workflows write them.
final class Building {

    static final String KEY = "Idempotency-Key";

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    /// An answer to these may be asked for as often as one likes.
    private static final List<String> SAFE = List.of("GET", "HEAD", "OPTIONS");

    private Building() {}

    static boolean isSafe(String method) {
        return SAFE.contains(method);
    }

    /// A template with its `{{names}}` filled in, percent-encoded: a value cannot change where a request goes.
    static URI address(String template, JsonObject variables) throws BadRequest {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
            int close = template.indexOf(CLOSE, open);
            if (close < 0) {
                break;
            }
            String name = template.substring(open + OPEN.length(), close).strip();
            JsonValue value = variables.get(name);
            if (value == null) {
                throw new BadRequest(
                        "the address needs a value for \"%s\"; give it in the input variables".formatted(name));
            }
            text.append(template, at, open).append(encoded(plain(value)));
            at = close + CLOSE.length();
        }
        return parsed(text.append(template, at, template.length()).toString());
    }

    static URI parsed(String text) throws BadRequest {
        try {
            URI address = URI.create(text);
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if (address.getHost() != null && List.of("http", "https").contains(scheme)) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // Said below, without the address: it may hold a secret.
        }
        throw new BadRequest("the address is not one that begins with http:// or https:// and names a host");
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String plain(JsonValue value) {
        return value instanceof JsonString(var text) ? text : value.toString();
    }

    /// The headers with the secrets that they name, as far as those may go to this host.
    static Map<String, String> headers(JsonObject written, URI address, NamedSecrets secrets, String tenant)
            throws BadRequest {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> each : written.members().entrySet()) {
            headers.put(each.getKey(), secrets.filled(plain(each.getValue()), address, tenant));
        }
        return headers;
    }

    static boolean has(Map<String, String> headers, String name) {
        return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    static void put(Map<String, String> headers, String name, String value) {
        if (!has(headers, name)) {
            headers.put(name, value);
        }
    }

    /// A text as it is, anything else as JSON; null sends nothing.
    static byte @Nullable [] body(@Nullable JsonValue body, Map<String, String> headers) {
        if (body == null || body instanceof JsonNull) {
            return null;
        }
        if (body instanceof JsonString(var text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        put(headers, "Content-Type", "application/json");
        return JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8);
    }
}
