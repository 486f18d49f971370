package dev.waybill.doors.http;

import io.helidon.webserver.http.ServerRequest;

/// On whose behalf a request is answered, as the gatekeeper found it.
public record Tenant(String name) {

    public static Tenant of(ServerRequest request) {
        return request.context().get(Tenant.class).orElseThrow(() -> new IllegalStateException("nobody was let in"));
    }
}
