package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.DebugBundle;
import java.util.List;

/// What somebody needs who looks for a mistake.
record DebugRoutes(RestHost host) {

    List<Route> routes() {
        return List.of(Route.get(
                        "/runs/{runId}/debug-bundle",
                        "getDebugBundle",
                        Scope.RUNS_READ,
                        "A run with its events, what is sensitive masked.")
                .gives(200, "DebugBundle")
                .refuses(401, 403, 404, 410)
                .by(this::bundle));
    }

    private Answer bundle(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunState state = reader.state(call.run());
        JsonObject bundle = DebugBundle.of(reader, state)
                .toJson("waybill", host.version(), host.clock().instant());
        return Answer.ok(bundle.with(
                "events",
                call.dialect().events(bundle.array("events").orElseThrow().items())));
    }
}
