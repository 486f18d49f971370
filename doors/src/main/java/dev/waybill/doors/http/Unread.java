package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;

/// What is refused before any door sees it: it has the shape of all refusals, and says nothing of our insides.
final class Unread {

    /// A request that fails before it has a path has a bad first line, which is the caller's mistake.
    private static final DirectHandler HANDLER = (request, _, status, headers, _) ->
            answer(request.path().isEmpty() ? Status.BAD_REQUEST_400 : status, headers);

    private Unread() {}

    static DirectHandlers handlers() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            handlers.addHandler(type, HANDLER);
        }
        return handlers.build();
    }

    private static TransportResponse answer(Status status, ServerResponseHeaders headers) {
        headers.set(HeaderValues.CONTENT_TYPE_JSON);
        JsonObject body = switch (status.code()) {
            case 400 -> said("bad_request", "this is no request that HTTP allows");
            case 403 -> said("forbidden", "this is not allowed");
            case 404 -> said("not_found", "nothing is served here");
            case 413 -> said("payload_too_large", "the body is longer than this server reads");
            case 414 -> said("uri_too_long", "the path and its query are longer than this server reads");
            case 501 -> said("not_implemented", "expected Transfer-Encoding: chunked alone, or a Content-Length");
            case 505 -> said("http_version_not_supported", "speak HTTP/1.1");
            default ->
                status.code() < 500
                        ? said("refused", "this request cannot be served")
                        : said("internal_error", "something went wrong inside Waybill");
        };
        return TransportResponse.builder()
                .status(status)
                .headers(headers)
                .keepAlive(false)
                .entity(JsonWriter.compactBytes(body))
                .build();
    }

    private static JsonObject said(String code, String message) {
        return JsonObject.of("error", code).with("message", message);
    }
}
