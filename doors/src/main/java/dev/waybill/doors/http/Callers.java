package dev.waybill.doors.http;

import dev.waybill.runtime.Caller;
import io.helidon.webserver.http.ServerRequest;

/// On whose behalf a request is answered, as the gatekeeper found it.
public final class Callers {

    private Callers() {}

    public static Caller of(ServerRequest request) {
        return request.context().get(Caller.class).orElseThrow(() -> new IllegalStateException("nobody was let in"));
    }
}
