package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.ClientMeta;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.List;
import java.util.Optional;

/// What the headers of a request say about its caller, for clients that trace their HTTP calls and know nothing of
/// `_meta`.
final class HttpMeta {

    private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
    private static final HeaderName CORRELATION_ID = HeaderNames.create("X-Correlation-Id");
    private static final int LONGEST = 256;

    private HttpMeta() {}

    static JsonObject of(Headers headers) {
        return JsonObject.EMPTY
                .withIfPresent(
                        ClientMeta.TRACEPARENT, only(headers, TRACEPARENT).orElse(null))
                .withIfPresent(
                        ClientMeta.CORRELATION_ID, only(headers, CORRELATION_ID).orElse(null));
    }

    /// A header that is there twice says nothing: nobody knows which one is meant.
    private static Optional<String> only(Headers headers, HeaderName name) {
        List<String> values = headers.all(name, List::of);
        return values.size() == 1
                ? Optional.of(values.getFirst().strip()).filter(value -> !value.isEmpty() && value.length() <= LONGEST)
                : Optional.empty();
    }
}
