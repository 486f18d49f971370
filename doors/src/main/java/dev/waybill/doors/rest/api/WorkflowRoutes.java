package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.TenantWorkflows;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;

/// The graphs that this host can run.
record WorkflowRoutes(RestHost host) {

    private static final String ONE = "/workflows/{workflowId}";
    private static final int LONGEST_SHOWN = 40;

    List<Route> routes() {
        return List.of(
                Route.get("/workflows", "listWorkflows", Scope.MANIFEST_READ, "List the workflows that can be run.")
                        .gives(200, "WorkflowList")
                        .refuses(401, 403)
                        .by(this::list),
                Route.get(ONE, "getWorkflow", Scope.MANIFEST_READ, "Read a definition.")
                        .gives(200, "Workflow")
                        .refuses(400, 401, 403, 404)
                        .by(this::read),
                Route.post(
                                "/workflows",
                                "registerWorkflow",
                                Scope.WORKFLOWS_WRITE,
                                "Register a workflow for the caller's tenant.")
                        .takes("Workflow")
                        .gives(201, "WorkflowRegistered")
                        .refuses(400, 401, 403, 409, 413, 415)
                        .keyed()
                        .by(call -> register(call, 201)),
                Route.put(ONE, "replaceWorkflow", Scope.WORKFLOWS_WRITE, "Register a workflow, or its next revision.")
                        .takes("Workflow")
                        .gives(200, "WorkflowRegistered")
                        .refuses(400, 401, 403, 409, 413, 415)
                        .by(this::replace),
                Route.delete(ONE, "deleteWorkflow", Scope.WORKFLOWS_WRITE, "Start no run of it any more.")
                        .gives(204, "")
                        .refuses(401, 403, 404, 409)
                        .by(this::delete));
    }

    private Answer list(Call call) {
        List<JsonValue> rows = new ArrayList<>();
        List<String> ids = Known.ids(host.workflows());
        for (String id : ids) {
            Known.find(host.workflows(), id).ifPresent(definition -> rows.add(row(definition)));
        }
        own(call).list().stream()
                .filter(own -> !ids.contains(own.definition().id()))
                .forEach(own -> rows.add(row(own.definition()).with("revision", JsonNumber.of(own.revision()))));
        return Answer.ok(JsonObject.of("workflows", new JsonArray(rows)).with("total", rows.size()));
    }

    private TenantWorkflows own(Call call) {
        return host.runs().workflows(call.caller());
    }

    private static JsonObject row(WorkflowDefinition definition) {
        return JsonObject.of("id", definition.id())
                .with("name", definition.name())
                .with("version", definition.version())
                .withIfPresent("description", definition.description().orElse(null))
                .with("digest", definition.digest().toString());
    }

    private Answer read(Call call) {
        return Answer.ok(
                definition(host, call.caller(), call.path("workflowId")).toJson());
    }

    /// A workflow of the host, else one that the caller's tenant registered.
    ///
    /// @throws Refused when there is none
    static WorkflowDefinition definition(RestHost host, Caller caller, String id) {
        return host.workflows()
                .find(id)
                .or(() -> host.runs().workflows(caller).find(id).map(TenantWorkflows.Registered::definition))
                .orElseThrow(() -> unknown(id, known(host, caller)));
    }

    /// What the caller may see anyway.
    private static List<String> known(RestHost host, Caller caller) {
        if (!caller.scopes().contains(Scope.MANIFEST_READ)) {
            return List.of();
        }
        List<String> ids = new ArrayList<>(Known.ids(host.workflows()));
        host.runs()
                .workflows(caller)
                .list()
                .forEach(registered -> ids.add(registered.definition().id()));
        return ids;
    }

    private Answer register(Call call, int status) {
        TenantWorkflows.Registered registered = own(call).register(call.body(), call.idempotencyKey());
        WorkflowDefinition definition = registered.definition();
        JsonObject answer = row(definition)
                .with("workflowId", definition.id())
                .with("revision", JsonNumber.of(registered.revision()));
        return Replayed.mark(
                Answer.json(status, answer).with("Location", call.dialect().url("/workflows/" + definition.id())),
                registered.again() && call.idempotencyKey() != null);
    }

    private Answer replace(Call call) {
        String id = call.path("workflowId");
        if (call.body().string("id").filter(said -> !said.equals(id)).isPresent()) {
            throw RestRefusal.invalid("expected the id of the path in \"id\"");
        }
        return register(call, 200);
    }

    private Answer delete(Call call) {
        String id = call.path("workflowId");
        if (!own(call).remove(id)) {
            if (Known.find(host.workflows(), id).isPresent()) {
                throw new Refused(RefusalCode.WORKFLOW_EXISTS, "\"%s\" is the host's own, and stays".formatted(id));
            }
            throw unknown(id, List.of());
        }
        return Answer.empty(204);
    }

    /// Not all of a long one: what somebody pasted into the wrong field may be a key of theirs, and refusals end in
    /// logs.
    private static Refused unknown(String id, List<String> known) {
        String meant = Suggestion.nearest(id, known)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
        return new Refused(
                RefusalCode.WORKFLOW_NOT_FOUND,
                "no workflow is called \"" + Shortened.of(id, LONGEST_SHOWN) + "\" here" + meant);
    }
}
