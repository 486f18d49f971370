package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.WireEvent;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Operations for test suites, under a path that says so. A host that was not started for tests does not have them.
final class SeamRoutes {

    static final String SEAMS = "/host/sample";
    private static final int MOST = 10_000;

    private final RestHost host;
    private final TestSeams seams;

    SeamRoutes(RestHost host, TestSeams seams) {
        this.host = host;
        this.seams = seams;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(own());
        routes.addAll(new ModelSeamRoutes(seams.models()).routes(SEAMS));
        return routes;
    }

    private List<Route> own() {
        return List.of(
                Route.post(SEAMS + "/workflows", "seamRegisterWorkflow", Scope.RUNS_CREATE, "Bring a workflow.")
                        .takes("Workflow")
                        .gives(201, "Workflow")
                        .refuses(400, 401, 403)
                        .by(this::register),
                Route.post(
                                SEAMS + "/test/capability-toggle",
                                "seamToggleCapability",
                                Scope.RUNS_CREATE,
                                "Do without a capability, or with it again.")
                        .takes("Toggle")
                        .gives(200, "Toggled")
                        .refuses(400, 401, 403)
                        .by(this::toggle),
                Route.post(SEAMS + "/test/reset", "seamReset", Scope.RUNS_CREATE, "Forget what tests changed.")
                        .gives(200, "Toggled")
                        .refuses(401, 403)
                        .by(_ -> {
                            seams.reset();
                            return overlay();
                        }),
                Route.post(
                                SEAMS + "/agents/live-invoke",
                                "seamLiveInvoke",
                                Scope.RUNS_CREATE,
                                "Have an agent work, and wait.")
                        .takes("LiveInvoke")
                        .gives(200, "LiveInvoked")
                        .refuses(400, 401, 403, 404)
                        .by(call -> new LiveInvokeSeam(host).invoke(call)),
                Route.get(SEAMS + "/test/runs/{runId}/events", "seamReadEvents", Scope.RUNS_READ, "A run's log.")
                        .query("type", "Only events of this type.")
                        .query("nodeId", "Only events of this node.")
                        .query("causationId", "Only events that this one caused.")
                        .gives(200, "EventList")
                        .refuses(401, 403)
                        .by(this::events));
    }

    private Answer register(Call call) throws IOException {
        WorkflowDefinition definition = switch (DefinitionReader.read(SeamDefinition.completed(call.body()))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw RestRefusal.invalid(bad.errors().getFirst().message());
        };
        seams.gated(definition).ifPresent(gated -> {
            throw gated.refusal();
        });
        List<String> missing = host.runs().missing(definition);
        if (!missing.isEmpty()) {
            throw new RestRefusal(
                    400,
                    RestRefusal.VALIDATION_ERROR,
                    "this host has no node type " + missing.getFirst(),
                    JsonObject.EMPTY.with("requiredCapability", new JsonString(missing.getFirst())));
        }
        List<String> problems = host.runs().problems(definition);
        if (!problems.isEmpty()) {
            throw RestRefusal.invalid(problems.getFirst());
        }
        seams.bring(definition);
        return Answer.json(201, definition.toJson().with("workflowId", new JsonString(definition.id())));
    }

    private Answer toggle(Call call) throws IOException {
        JsonObject body = call.body();
        if (body.get("reset") != null) {
            seams.reset();
            return overlay();
        }
        String flag = Fields.required(body, "name");
        JsonValue value = body.get("value");
        if (value == null || value == JsonNull.NULL) {
            seams.sayTheTruth(flag);
        } else {
            seams.say(flag, value);
        }
        return overlay();
    }

    private Answer overlay() {
        return Answer.ok(JsonObject.EMPTY.with("overlay", seams.overlay()));
    }

    /// A run that nobody knows has no events: suites ask for one to see whether the seam is there.
    private Answer events(Call call) {
        List<JsonValue> found = new ArrayList<>();
        log(call).filter(event -> isAskedFor(call, event)).forEach(found::add);
        return Answer.ok(JsonObject.EMPTY.with("events", call.dialect().events(found)));
    }

    private Stream<JsonObject> log(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunId run;
        try {
            run = call.run();
        } catch (RestRefusal _) {
            return Stream.of();
        }
        if (reader.run(run).isEmpty()) {
            return Stream.of();
        }
        List<StoredEvent> events = reader.events(run, 0, MOST);
        return events.stream().map(event -> WireEvent.of(EventCodec.decode(run, event)));
    }

    private static boolean isAskedFor(Call call, JsonObject event) {
        return Stream.of("type", "nodeId", "causationId")
                .allMatch(name -> call.query(name)
                        .map(value -> event.string(name).filter(value::equals).isPresent())
                        .orElse(true));
    }
}
