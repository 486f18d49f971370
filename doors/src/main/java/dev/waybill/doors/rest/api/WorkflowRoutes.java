package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Scope;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// The graphs that this host can run.
final class WorkflowRoutes {

    private final RestHost host;

    WorkflowRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/workflows", "listWorkflows", Scope.MANIFEST_READ, "List the workflows that can be run.")
                        .gives(200, "WorkflowList")
                        .refuses(401, 403)
                        .by(_ -> list()),
                Route.get("/workflows/{workflowId}", "getWorkflow", Scope.MANIFEST_READ, "Read a definition.")
                        .gives(200, "Workflow")
                        .refuses(400, 401, 403, 404)
                        .by(this::read));
    }

    private Answer list() {
        List<JsonValue> rows = new ArrayList<>();
        for (String id : Known.ids(host.workflows())) {
            Known.find(host.workflows(), id).ifPresent(definition -> rows.add(row(definition)));
        }
        return Answer.ok(JsonObject.builder()
                .put("workflows", new JsonArray(rows))
                .put("total", rows.size())
                .build());
    }

    private static JsonObject row(WorkflowDefinition definition) {
        return JsonObject.builder()
                .put("id", definition.id())
                .put("name", definition.name())
                .put("version", definition.version())
                .putIfPresent("description", definition.description().orElse(null))
                .put("digest", definition.digest().toString())
                .build();
    }

    private Answer read(Call call) {
        String id = call.path("workflowId");
        return Answer.ok(host.workflows()
                .find(id)
                .orElseThrow(
                        () -> new Refused(RefusalCode.WORKFLOW_NOT_FOUND, "no workflow is called \"" + id + "\" here"))
                .toJson());
    }
}
