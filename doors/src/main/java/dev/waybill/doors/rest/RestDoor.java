package dev.waybill.doors.rest;

import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.EventStream;
import dev.waybill.runtime.Caller;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/// REST at `/v1`, and at the same paths without it. It finds the route, checks what the
/// caller may do, and gives every refusal its one shape; all else is in the routes.
///
/// @param spoken the versions of the protocol that requests may ask for
/// @param correlations gives a name to each failure of our own
/// @param trouble hears of it, with that name
public record RestDoor(
        RouteTable table,
        Bodies bodies,
        Pressure pressure,
        List<Dialect> spoken,
        Supplier<String> correlations,
        BiConsumer<String, Throwable> trouble)
        implements Door {

    private static final HeaderName VERSION = HeaderNames.create(ProtocolVersion.HEADER);

    @Override
    public void openToAll(HttpRules rules) {
        rules.any((request, response) -> serve(request, response, false));
    }

    @Override
    public void open(HttpRules rules) {
        rules.any((request, response) -> serve(request, response, true));
    }

    @Override
    public String notice() {
        return "REST at /v1";
    }

    private void serve(ServerRequest request, ServerResponse response, boolean letIn) {
        String path = request.prologue().uriPath().rawPath();
        boolean versioned = ProtocolVersion.isVersioned(path);
        if (versioned && !letIn) {
            // Also on what the gate refuses.
            response.header(VERSION, Dialect.FIRST.version());
        }
        Dialect dialect = Dialect.FIRST;
        try {
            Optional<RouteTable.Found> found = find(request.prologue().method().text(), path, letIn);
            if (found.isEmpty() && versioned && letIn) {
                throw RestRefusal.notFound("no operation has this path; /v1/openapi.json lists them");
            }
            if (found.isPresent()) {
                response.header(VERSION, dialect.version());
                dialect = ProtocolVersion.of(
                        path, request.headers().first(VERSION).orElse(null), spoken);
                response.header(VERSION, dialect.version());
            }
            if (found.isEmpty() || found.get().route().isOpen() == letIn) {
                response.next();
                return;
            }
            answer(request, response, found.get(), dialect);
        } catch (RestRefusal refusal) {
            refuse(response, refusal, dialect);
        }
    }

    /// Only who was let in learns what is wrong with a path.
    private Optional<RouteTable.Found> find(String method, String path, boolean letIn) {
        try {
            List<String> segments = PathTemplate.decoded(ProtocolVersion.withoutVersion(path));
            return table.find(method, segments)
                    .filter(it ->
                            !ProtocolVersion.isVersioned(path) || !it.route().isUnversioned());
        } catch (RestRefusal refusal) {
            if (letIn && (ProtocolVersion.isVersioned(path) || refusal.status() == 405)) {
                throw refusal;
            }
            return Optional.empty();
        }
    }

    private void answer(ServerRequest request, ServerResponse response, RouteTable.Found found, Dialect dialect) {
        try {
            switch (answer(request, found, dialect)) {
                case Answer.Document document -> send(response, document);
                case Answer.Live live -> EventStream.serve(request, response, live.body());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            refuse(response, e, dialect);
        }
    }

    private Answer answer(ServerRequest request, RouteTable.Found found, Dialect dialect)
            throws IOException, InterruptedException {
        String holder = "";
        if (!found.route().isOpen()) {
            Caller caller = Callers.of(request);
            found.route().scopes().forEach(caller::require);
            holder = caller.tenant() + "/" + caller.principal();
        }
        pressure.enter(holder);
        try {
            Call call = new Call(request, found, bodies, dialect);
            refuseUnreadable(call);
            return found.route().handler().answer(call);
        } finally {
            pressure.leave(holder);
        }
    }

    /// Who changes something and reads no body has to refuse one all the same that is broken or too long.
    private static void refuseUnreadable(Call call) {
        Route route = call.route();
        if (route.takes() == null && !route.method().equals("GET")) {
            call.body();
        }
    }

    private void refuse(ServerResponse response, Exception thrown, Dialect dialect) {
        String correlation = correlations.get();
        if (!(thrown instanceof RestRefusal) && Refusals.outside(thrown).kind().concernsTheOperator()) {
            trouble.accept(correlation, thrown);
        }
        if (!response.isSent()) {
            send(response, Envelope.of(thrown, correlation, dialect));
        }
    }

    private static void send(ServerResponse response, Answer.Document document) {
        document.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        response.status(Status.create(document.status()));
        if (document.body().length == 0) {
            response.send();
        } else {
            response.header(HeaderNames.CONTENT_TYPE, document.type());
            response.send(document.body());
        }
    }
}
