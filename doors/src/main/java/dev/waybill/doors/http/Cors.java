package dev.waybill.doors.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;

/// Lets pages of the allowed origins call this server and read its answers. They bring an API key; cookies of this
/// server are for its own pages, so credentials are not allowed.
final class Cors {

    private static final HeaderName ALLOW_ORIGIN = HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN;
    private static final String METHODS = "GET, POST, DELETE, OPTIONS";
    private static final String MAY_SEND = "Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version,"
            + " Mcp-Session-Id, Mcp-Method, Mcp-Name, traceparent, X-Correlation-Id";
    private static final String MAY_READ = "Mcp-Session-Id, WWW-Authenticate, Retry-After";
    private static final String ASKS_AGAIN_AFTER = "600";

    private final List<String> origins;

    Cors(List<String> origins) {
        this.origins =
                origins.stream().map(origin -> origin.toLowerCase(Locale.ROOT)).toList();
    }

    /// Marks the response as readable for a page that may read it, and answers a browser that asks beforehand.
    ///
    /// @return whether the request has been answered
    boolean answers(ServerRequest request, ServerResponse response) {
        String origin = request.headers().first(HeaderNames.ORIGIN).orElse("");
        if (origins.contains(origin.toLowerCase(Locale.ROOT))) {
            response.header(ALLOW_ORIGIN, origin);
            response.header(HeaderNames.VARY, "Origin");
            response.header(HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, MAY_READ);
        }
        if (!request.prologue().method().equals(Method.OPTIONS)) {
            return false;
        }
        if (response.headers().contains(ALLOW_ORIGIN)) {
            response.header(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
            response.header(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, MAY_SEND);
            response.header(HeaderNames.ACCESS_CONTROL_MAX_AGE, ASKS_AGAIN_AFTER);
        }
        response.header(HeaderNames.ALLOW, METHODS);
        response.status(Status.NO_CONTENT_204).send();
        return true;
    }
}
