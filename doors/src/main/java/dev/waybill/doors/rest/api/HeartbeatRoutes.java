package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.heartbeat.Heartbeats;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// A program looks at something now and then, and tells what it sees; a run starts when it is something else.
final class HeartbeatRoutes {

    private static final int LONGEST_ID = 200;

    private final RestHost host;

    HeartbeatRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(Route.post(
                        "/host/waybill/heartbeats/{heartbeatId}/tick",
                        "tickHeartbeat",
                        Scope.RUNS_CREATE,
                        "Tell what is seen now; a change starts a run.")
                .takes("HeartbeatTick")
                .gives(200, "HeartbeatBeat")
                .refuses(400, 401, 403, 404, 413, 415)
                .by(call -> tick(call, call.path("heartbeatId"), seen(call))));
    }

    static JsonValue seen(Call call) {
        JsonValue seen = call.body().get("observedState");
        if (seen == null) {
            throw RestRefusal.invalid("\"observedState\" is missing");
        }
        return seen;
    }

    private Answer tick(Call call, String id, JsonValue seen) {
        return Answer.ok(beat(call, id, () -> seen));
    }

    JsonObject beat(Call call, String id, Callable<JsonValue> look) {
        if (id.isBlank() || id.length() > LONGEST_ID) {
            throw RestRefusal.invalid("expected a heartbeat's id of 1 to %d characters".formatted(LONGEST_ID));
        }
        try {
            return new Heartbeats(host.runs(), host.clock())
                    .tick(call.caller(), id, look, then(call))
                    .toJson();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the host is closing", e);
        }
    }

    private Heartbeats.@Nullable Then then(Call call) {
        JsonObject body = call.body();
        return Fields.text(body, "workflowId")
                .map(id -> new Heartbeats.Then(
                        WorkflowRoutes.definition(host, call.caller(), id), Fields.object(body, "inputs")))
                .orElse(null);
    }
}
