package dev.waybill.doors.http;

import dev.waybill.runtime.Caller;
import io.helidon.webserver.http.ServerRequest;
import java.util.function.BooleanSupplier;

/// One request from its entry on. It counts among those that a stopping server waits for, until it becomes a stream.
final class Visit {

    private final RunningRequests running;
    private final OpenStreams streams;
    private final BooleanSupplier welcome;
    private boolean counted = true;

    /// @param welcome whether the caller would still be let in
    Visit(RunningRequests running, OpenStreams streams, BooleanSupplier welcome) {
        this.running = running;
        this.streams = streams;
        this.welcome = welcome;
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

    /// The request is over, or goes on as a stream.
    void leave() {
        if (counted) {
            counted = false;
            running.end();
        }
    }
}
