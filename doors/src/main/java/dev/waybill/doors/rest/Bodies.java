package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
        try (InputStream in = request.content().inputStream()) {
            byte[] bytes = in.readNBytes(longest + 1);
            if (bytes.length > longest) {
                // Who writes to the end before it reads would otherwise see a broken connection and no answer. The
                // server's own limit is near.
                in.transferTo(OutputStream.nullOutputStream());
                throw tooLong();
            }
            return bytes;
        } catch (IOException | UncheckedIOException _) {
            throw RestRefusal.invalid("the body ended before it was whole");
        }
    }

    private RestRefusal tooLong() {
        return new RestRefusal(
                413,
                "payload_too_large",
                "expected at most " + longest + " bytes",
                JsonObject.of("maxRequestBodyBytes", longest));
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
            throw RestRefusal.invalid("the body is not JSON: " + e.getMessage());
        }
    }
}
