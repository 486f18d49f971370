package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.http.BodyException;
import dev.waybill.doors.http.RequestBody;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Locale;

/// Reads what requests bring, up to a length and a depth.
///
/// @param longest bytes of one body
public record Bodies(int longest) {

    public static final Bodies DEFAULT = new Bodies(4 * 1024 * 1024);

    /// Deep enough for any definition, and far from the end of a stack.
    private static final JsonLimits LIMITS = new JsonLimits(64, 100_000, 10_000, 4 * 1024 * 1024, 1_000_000);

    JsonObject read(ServerRequest request) {
        byte[] bytes = bytes(request);
        if (bytes.length == 0) {
            return JsonObject.EMPTY;
        }
        requireJson(request);
        return object(bytes);
    }

    byte[] bytes(ServerRequest request) {
        try {
            return RequestBody.read(request, longest);
        } catch (BodyException e) {
            throw new RestRefusal(e.status().code(), e.code(), e.said(), e.details());
        }
    }

    private static void requireJson(ServerRequest request) {
        String type = request.headers()
                .first(HeaderNames.CONTENT_TYPE)
                .orElse("application/json")
                .toLowerCase(Locale.ROOT);
        String media = type.split(";", 2)[0].strip();
        if (!media.equals("application/json") && !media.endsWith("+json")) {
            throw new RestRefusal(
                    415, "unsupported_media_type", "expected application/json, found " + Texts.shortened(media));
        }
    }

    private static JsonObject object(byte[] bytes) {
        try {
            JsonValue value = JsonReader.read(bytes, LIMITS);
            return value.asObject()
                    .orElseThrow(() -> RestRefusal.invalid("expected a JSON object, found " + value.kind()));
        } catch (JsonException e) {
            throw RestRefusal.invalid("the body: " + e.in(bytes));
        }
    }
}
