package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;

/// Answers in the one shape that all doors share.
public final class Replies {

    private Replies() {}

    public static void json(ServerResponse response, Status status, byte[] body) {
        response.status(status).header(HeaderValues.CONTENT_TYPE_JSON).send(body);
    }

    /// A refusal in the shape of REST, `{"error","message","details"}`; its next step lies in the details.
    public static void refuse(ServerResponse response, Refusal refusal) {
        JsonObject details =
                refusal.next() == null ? refusal.details() : refusal.details().with("next", refusal.next());
        error(response, status(refusal.kind()), refusal.code(), refusal.message(), details);
    }

    /// A body that could not be read.
    public static void refuse(ServerResponse response, BodyException unread) {
        error(response, unread.status(), unread.code(), unread.said(), unread.details());
    }

    public static Status status(Kind kind) {
        return switch (kind) {
            case UNREADABLE, INVALID -> Status.BAD_REQUEST_400;
            case UNAUTHENTICATED -> Status.UNAUTHORIZED_401;
            case FORBIDDEN -> Status.FORBIDDEN_403;
            case NOT_FOUND -> Status.NOT_FOUND_404;
            case CONFLICT -> Status.CONFLICT_409;
            case GONE -> Status.GONE_410;
            case UNFIT -> Status.UNPROCESSABLE_CONTENT_422;
            case LIMITED -> Status.TOO_MANY_REQUESTS_429;
            case UNAVAILABLE -> Status.SERVICE_UNAVAILABLE_503;
            case DAMAGED, INTERNAL -> Status.INTERNAL_SERVER_ERROR_500;
        };
    }

    /// No unknown key is let in from there for a while, whosever it is.
    static void bar(ServerResponse response, Duration during) {
        String seconds = during.toSeconds() + " seconds";
        slowDown(
                response,
                "global",
                during,
                "too many unknown API keys came from this address; check the key and try again in " + seconds);
    }

    /// Somebody asks too much of the server.
    ///
    /// @param scope who is asked to wait: `tenant`, `route`, `global` or `key`
    static void slowDown(ServerResponse response, String scope, Duration wait, String message) {
        comeBack(response, wait);
        JsonObject details = JsonObject.of("scope", scope).with("retryAfterMs", wait.toMillis());
        error(response, Status.TOO_MANY_REQUESTS_429, "rate_limited", message, details);
    }

    /// The server cannot serve anybody more at the moment.
    static void busy(ServerResponse response, Duration wait, String code, String message) {
        comeBack(response, wait);
        JsonObject details = JsonObject.of("retryAfter", wait.toSeconds());
        error(response, Status.SERVICE_UNAVAILABLE_503, code, message, details);
    }

    private static void comeBack(ServerResponse response, Duration wait) {
        response.header(HeaderNames.RETRY_AFTER, Long.toString(wait.toSeconds()));
    }

    /// For what only HTTP knows.
    ///
    /// @param code stable, for programs
    /// @param message what was expected, what was found, what to do
    public static void error(ServerResponse response, Status status, String code, String message) {
        error(response, status, code, message, JsonObject.EMPTY);
    }

    private static void error(ServerResponse response, Status status, String code, String message, JsonObject details) {
        json(
                response,
                status,
                JsonWriter.compactBytes(JsonObject.of("error", code)
                        .with("message", message)
                        .withIfPresent("details", details.isEmpty() ? null : details)));
    }
}
