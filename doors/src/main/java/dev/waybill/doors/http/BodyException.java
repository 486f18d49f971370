package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import io.helidon.http.Status;

/// A body that cannot be read to its end; the connection that it came on is closed behind the answer.
public final class BodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient JsonObject details;

    private BodyException(Status status, String code, String message, JsonObject details) {
        super(message, null, false, false);
        this.status = status.code();
        this.code = code;
        this.details = details;
    }

    static BodyException tooLong(int longest) {
        return new BodyException(
                Status.REQUEST_ENTITY_TOO_LARGE_413,
                "payload_too_large",
                "expected at most " + longest + " bytes",
                JsonObject.of("maxRequestBodyBytes", longest));
    }

    static BodyException malformed() {
        return bad(
                "the chunks of the body cannot be read: expected a length in hexadecimal before each of them, without"
                        + " an extension, and no trailer behind the last");
    }

    static BodyException cut() {
        return bad("the body ended before it was whole");
    }

    private static BodyException bad(String message) {
        return new BodyException(Status.BAD_REQUEST_400, "bad_request", message, JsonObject.EMPTY);
    }

    public Status status() {
        return Status.create(status);
    }

    public String code() {
        return code;
    }

    public String said() {
        return String.valueOf(getMessage());
    }

    /// What a program may want to know.
    public JsonObject details() {
        return details;
    }
}
