package dev.waybill.doors.http;

import io.helidon.http.Status;

/// A body that cannot be read to its end; the connection that it came on is closed behind the answer.
public final class BodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    private BodyException(Status status, String code, String message) {
        super(message, null, false, false);
        this.status = status.code();
        this.code = code;
    }

    static BodyException tooLong(int longest) {
        return new BodyException(
                Status.REQUEST_ENTITY_TOO_LARGE_413, "payload_too_large", "expected at most " + longest + " bytes");
    }

    static BodyException malformed() {
        return new BodyException(
                Status.BAD_REQUEST_400,
                "bad_request",
                "the chunks of the body cannot be read: expected a length in hexadecimal before each of them, without"
                        + " an extension, and no trailer behind the last");
    }

    static BodyException cut() {
        return new BodyException(Status.BAD_REQUEST_400, "bad_request", "the body ended before it was whole");
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
}
