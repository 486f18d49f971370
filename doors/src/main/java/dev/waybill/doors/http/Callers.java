package dev.waybill.doors.http;

import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import io.helidon.webserver.http.ServerRequest;

/// On whose behalf a request is answered, as the gatekeeper found it.
public final class Callers {

    private Callers() {}

    /// The same, if it may do what the operation needs.
    ///
    /// @throws dev.waybill.engine.decide.Refused when its key lacks the scope
    public static Caller of(ServerRequest request, Scope scope) {
        Caller caller = of(request);
        caller.require(scope);
        return caller;
    }

    public static Caller of(ServerRequest request) {
        return request.context().get(Caller.class).orElseThrow(() -> new IllegalStateException("nobody was let in"));
    }
}
