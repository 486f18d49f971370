package dev.waybill.doors.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes the entries, and shows those of their tenant to callers with `audit:read`: `GET /waybill/audit`.
public final class AuditDoor implements Door {

    private static final String PATH = "/waybill/audit";
    private static final List<String> SAFE = List.of("GET", "HEAD", "OPTIONS");
    private static final List<Integer> REFUSED = List.of(401, 403);
    private static final int USUAL = 100;
    private static final int MOST = 10_000;

    /// Whoever is refused again and again shall not fill the disk.
    private static final int MOST_REFUSALS = 60;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final AuditTrail trail;
    private final InstantSource clock;
    private Instant since = Instant.EPOCH;
    private int refusals;

    public AuditDoor(AuditTrail trail, InstantSource clock) {
        this.trail = trail;
        this.clock = clock;
    }

    @Override
    public Optional<Filter> filter() {
        return Optional.of(this::watch);
    }

    private void watch(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        try {
            chain.proceed();
        } finally {
            note(request, response.status().code());
        }
    }

    private void note(RoutingRequest request, int status) {
        String method = request.prologue().method().text();
        boolean refused = REFUSED.contains(status);
        if ((refused && !isFlood()) || (!refused && !SAFE.contains(method))) {
            Optional<Caller> caller = request.context().get(Caller.class);
            trail.add(new AuditEntry(
                    clock.instant(),
                    AuditEntry.what(method, request.prologue().uriPath().rawPath()),
                    status,
                    caller.map(Caller::tenant).orElse(null),
                    caller.map(Caller::principal).orElse(null),
                    request.remotePeer().host()));
        }
    }

    private synchronized boolean isFlood() {
        Instant now = clock.instant();
        if (Duration.between(since, now).abs().compareTo(WINDOW) >= 0) {
            since = now;
            refusals = 0;
        }
        return ++refusals > MOST_REFUSALS;
    }

    @Override
    public void open(HttpRules rules) {
        rules.get(PATH, this::show);
    }

    private void show(ServerRequest request, ServerResponse response) {
        try {
            Caller caller = Callers.of(request, Scope.AUDIT_READ);
            List<JsonValue> entries = new ArrayList<>(trail.newest(limit(request), caller.tenant()));
            Replies.json(
                    response, Status.OK_200, JsonWriter.compactBytes(JsonObject.of("entries", new JsonArray(entries))));
        } catch (RuntimeException e) {
            Replies.refuse(response, Refusals.of(e));
        }
    }

    private static int limit(ServerRequest request) {
        try {
            return Math.clamp(Integer.parseInt(request.query().first("limit").orElse("")), 1, MOST);
        } catch (NumberFormatException _) {
            return USUAL;
        }
    }

    @Override
    public String notice() {
        return "audit at " + PATH;
    }
}
