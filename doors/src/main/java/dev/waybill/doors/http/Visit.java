package dev.waybill.doors.http;

import dev.waybill.runtime.Caller;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One request from its entry on. It counts among those that a stopping server waits for, until it becomes a stream.
final class Visit {

    private final RunningRequests running;
    private final OpenStreams streams;
    private final BooleanSupplier welcome;
    private final ServerResponse response;
    private boolean counted = true;
    private boolean last;
    private @Nullable InputStream unread;

    /// @param welcome whether the caller would still be let in
    Visit(RunningRequests running, OpenStreams streams, BooleanSupplier welcome, ServerResponse response) {
        this.running = running;
        this.streams = streams;
        this.welcome = welcome;
        this.response = response;
    }

    static Visit of(ServerRequest request) {
        return request.context().get(Visit.class).orElseThrow(() -> new IllegalStateException("nobody came in"));
    }

    /// Whom a request counts for; those who need no key are one.
    static String holder(ServerRequest request) {
        return request.context()
                .get(Caller.class)
                .map(caller -> caller.tenant() + "/" + caller.principal())
                .orElse("");
    }

    OpenStreams streams() {
        return streams;
    }

    boolean isWelcome() {
        return welcome.getAsBoolean();
    }

    /// The connection is closed behind the answer.
    void hangsUp() {
        response.header(HeaderValues.CONNECTION_CLOSE);
        last = true;
    }

    /// Whether nothing more is read from this connection.
    boolean isLast() {
        return last;
    }

    /// The same, while the client still sends.
    ///
    /// @param body what it sends
    void hangsUpOn(InputStream body) {
        hangsUp();
        unread = body;
    }

    /// Takes what the client still sends after its answer: one that writes to the end before it reads would
    /// otherwise see a broken connection and no answer. An end of it is near: the server's longest body, or the
    /// cut of the connection.
    ///
    /// @param patience begins now
    void hearOut(Runnable patience) {
        if (unread == null) {
            return;
        }
        patience.run();
        try {
            unread.transferTo(OutputStream.nullOutputStream());
        } catch (IOException | RuntimeException _) {
            // It was told, and it is let go.
        }
    }

    /// The request is over, or goes on as a stream.
    void leave() {
        if (counted) {
            counted = false;
            running.end();
        }
    }
}
