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
        json(
                response,
                status(refusal.kind()),
                JsonWriter.compactBytes(JsonObject.of("error", refusal.code())
                        .with("message", refusal.message())
                        .withIfPresent("details", details.isEmpty() ? null : details)));
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
            case UNAVAILABLE -> Status.SERVICE_UNAVAILABLE_503;
            case DAMAGED, INTERNAL -> Status.INTERNAL_SERVER_ERROR_500;
        };
    }

    /// Nobody is let in from there for a while.
    static void bar(ServerResponse response, Duration during) {
        response.header(HeaderNames.RETRY_AFTER, Long.toString(during.toSeconds()));
        error(
                response,
                Status.TOO_MANY_REQUESTS_429,
                "too_many_attempts",
                "too many unknown API keys came from this address; check the key and try again in " + during.toSeconds()
                        + " seconds");
    }

    /// For what only HTTP knows.
    ///
    /// @param code stable, for programs
    /// @param message what was expected, what was found, what to do
    public static void error(ServerResponse response, Status status, String code, String message) {
        json(
                response,
                status,
                JsonWriter.compactBytes(JsonObject.of("error", code).with("message", message)));
    }
}
