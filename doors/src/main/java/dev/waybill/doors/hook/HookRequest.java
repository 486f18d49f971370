package dev.waybill.doors.hook;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.Times;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A request as the run is told of it. What proves who sent it stays outside.
final class HookRequest {

    private static final List<String> KEPT_OUT =
            List.of("authorization", "cookie", "secret", "token", "signature", "api-key");

    /// What senders call one delivery; the first that is there counts.
    private static final List<String> DELIVERY_IDS =
            List.of("Idempotency-Key", "Waybill-Delivery-Id", "X-GitHub-Delivery", "Webhook-Id");

    private static final int LONGEST_ID = 255;
    private static final JsonLimits LIMITS = new JsonLimits(64, 100_000, 10_000, 1 << 20, 1_000_000);

    private final ServerRequest request;
    private final byte[] body;

    HookRequest(ServerRequest request, byte[] body) {
        this.request = request;
        this.body = body.clone();
    }

    String method() {
        return request.prologue().method().text();
    }

    Optional<String> header(String name) {
        return request.headers().first(HeaderNames.create(name));
    }

    /// @throws IllegalArgumentException when it is too long
    @Nullable
    String deliveryId() {
        String id = DELIVERY_IDS.stream()
                .flatMap(name -> header(name).stream())
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse(null);
        if (id != null && id.length() > LONGEST_ID) {
            throw new IllegalArgumentException("expected a delivery id of at most " + LONGEST_ID + " characters");
        }
        return id;
    }

    /// What two copies of one delivery have in common.
    JsonObject compared() {
        return JsonObject.builder()
                .put("method", method())
                .put("query", request.query().rawValue())
                .put("body", Digest.of(body).toString())
                .build();
    }

    /// @throws JsonException when the body says that it is JSON and is not
    JsonObject data(Instant now) {
        return JsonObject.builder()
                .put("method", method())
                .put("headers", headers())
                .put("query", query())
                .put("body", content())
                .put("remoteAddr", request.remotePeer().host())
                .put("receivedAt", Times.format(now))
                .build();
    }

    private JsonObject headers() {
        Map<String, String> sorted = new TreeMap<>();
        for (Header header : request.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (KEPT_OUT.stream().noneMatch(name::contains)) {
                sorted.put(name, String.join(", ", header.allValues()));
            }
        }
        JsonObject.Builder headers = JsonObject.builder();
        sorted.forEach(headers::put);
        return headers.build();
    }

    private JsonObject query() {
        JsonObject query = JsonObject.EMPTY;
        for (String name : new java.util.TreeSet<>(request.query().names())) {
            List<String> values = request.query().all(name);
            query = query.with(
                    name, values.size() == 1 ? new JsonString(values.getFirst()) : JsonArray.ofStrings(values));
        }
        return query;
    }

    private JsonValue content() {
        if (body.length == 0) {
            return JsonNull.NULL;
        }
        String type = header("Content-Type")
                .orElse("")
                .toLowerCase(Locale.ROOT)
                .split(";", 2)[0]
                .strip();
        return type.equals("application/json") || type.endsWith("+json")
                ? JsonReader.read(body, LIMITS)
                : new JsonString(new String(body, StandardCharsets.UTF_8));
    }
}
