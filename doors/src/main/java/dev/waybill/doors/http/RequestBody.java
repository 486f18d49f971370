package dev.waybill.doors.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// Reads the bodies of requests. After a body that was not read to its end nobody knows where the next request
/// begins, so its connection is closed.
public final class RequestBody {

    private RequestBody() {}

    /// @throws BodyException when it is longer, or does not come whole
    public static byte[] read(ServerRequest request, int longest) {
        InputStream in = request.content().inputStream();
        try {
            byte[] bytes = in.readNBytes(longest + 1);
            if (bytes.length <= longest) {
                return bytes;
            }
        } catch (IOException | RuntimeException e) {
            Visit.of(request).hangsUp();
            throw said(e, longest);
        }
        Visit.of(request).hangsUpOn(in);
        throw BodyException.tooLong(longest);
    }

    private static BodyException said(Exception thrown, int longest) {
        return switch (thrown) {
            case RequestException e
            when e.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code() -> BodyException.tooLong(longest);
            case IOException _,
                    UncheckedIOException _,
                    CloseConnectionException _,
                    DataReader.InsufficientDataAvailableException _ -> BodyException.cut();
            default -> BodyException.malformed();
        };
    }
}
