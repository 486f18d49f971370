package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;

/// Answers in the one shape that all doors share.
public final class Replies {

    private Replies() {}

    public static void json(ServerResponse response, Status status, byte[] body) {
        response.status(status).header(HeaderValues.CONTENT_TYPE_JSON).send(body);
    }

    /// @param code stable, for programs
    /// @param message what was expected, what was found, what to do
    public static void error(ServerResponse response, Status status, String code, String message) {
        json(
                response,
                status,
                JsonWriter.compactBytes(JsonObject.builder()
                        .put("error", code)
                        .put("message", message)
                        .build()));
    }
}
