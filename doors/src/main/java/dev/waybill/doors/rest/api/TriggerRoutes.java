package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.trigger.TriggerDesk;
import java.util.ArrayList;
import java.util.List;

/// What starts runs by itself: looked at, paused, resumed. An extension of this host.
final class TriggerRoutes {

    private static final String TRIGGERS = "/host/waybill/triggers";
    private static final String ONE = TRIGGERS + "/{workflowId}/{triggerId}";

    private final TriggerDesk desk;

    TriggerRoutes(TriggerDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        return List.of(
                Route.get(TRIGGERS, "listTriggers", Scope.MANIFEST_READ, "What starts runs by itself, and when.")
                        .gives(200, "TriggerList")
                        .refuses(401, 403)
                        .by(this::list),
                Route.post(ONE + ":pause", "pauseTrigger", Scope.WORKFLOWS_WRITE, "Let a trigger rest.")
                        .gives(200, "Trigger")
                        .refuses(400, 401, 403, 404)
                        .by(call -> Answer.ok(desk.pause(call.caller(), call.path("workflowId"), call.path("triggerId"))
                                .toJson())),
                Route.post(ONE + ":resume", "resumeTrigger", Scope.WORKFLOWS_WRITE, "Let a trigger fire again.")
                        .gives(200, "Trigger")
                        .refuses(400, 401, 403, 404)
                        .by(call ->
                                Answer.ok(desk.resume(call.caller(), call.path("workflowId"), call.path("triggerId"))
                                        .toJson())));
    }

    private Answer list(Call call) {
        List<JsonValue> rows = new ArrayList<>();
        desk.list(call.caller()).forEach(row -> rows.add(row.toJson()));
        return Answer.ok(JsonObject.EMPTY.with("triggers", new JsonArray(rows)));
    }
}
