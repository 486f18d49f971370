package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.WriteReadiness;
import dev.waybill.runtime.lane.LaneReport;
import java.util.ArrayList;
import java.util.List;

/// Who works on the runs of this store: every process says so with its heartbeat, so nobody has to be asked.
record SystemRoutes(RestHost host) {

    List<Route> routes() {
        return List.of(Route.get(
                        "/host/waybill/processes",
                        "listProcesses",
                        Scope.AUDIT_READ,
                        "The processes that work on this store, with what each has at work and what waits.")
                .gives(200, "ProcessList")
                .refuses(401, 403)
                .by(_ -> processes()));
    }

    private Answer processes() {
        List<JsonValue> rows = new ArrayList<>();
        host.runs().store().processes(host.clock().instant(), HostSettings.DEFAULT_LEASE).stream()
                .map(SystemRoutes::row)
                .forEach(rows::add);
        return Answer.ok(JsonObject.of("processes", new JsonArray(rows)));
    }

    /// Lanes by kind only: which tenants wait is no tenant's business.
    private static JsonObject row(LiveProcess process) {
        JsonObject status = process.status();
        List<JsonValue> lanes = new ArrayList<>();
        LaneReport.ofJson(status)
                .ifPresent(report -> report.kinds()
                        .forEach(kind ->
                                lanes.add(JsonObject.of("kind", kind.kind().word())
                                        .with("atWork", kind.atWork())
                                        .with("waiting", kind.waiting())
                                        .with("limit", kind.limit()))));
        return JsonObject.of("process", process.process().value())
                .with("kind", process.kind())
                .with("seenAt", Times.format(process.seenAt()))
                .withIfPresent("version", status.string("version").orElse(null))
                .withIfPresent(
                        "obstacle", status.string(WriteReadiness.OBSTACLE).orElse(null))
                .with("lanes", new JsonArray(lanes));
    }
}
