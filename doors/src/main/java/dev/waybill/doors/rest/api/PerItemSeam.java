package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How suites see one workflow sent out over many items: a real team, whose children tell what they were
/// given.
final class PerItemSeam {

    private static final String WORKERS = "nextWorkerIds";
    private static final String INPUTS = "nextWorkerInputs";
    private static final String MAPPING = "inputMapping";

    private static final WorkflowDefinition WORKER = SeamRuns.definition(
            SeamRuns.quoted("{'id':'seam-item','name':'w','version':'1','nodes':[{'id':'n','typeId':'core.noop'}]}"));

    private final RestHost host;
    private final TestSeams seams;
    private final SeamRuns runs;

    PerItemSeam(RestHost host, TestSeams seams) {
        this.host = host;
        this.seams = seams;
        this.runs = new SeamRuns(host, seams);
    }

    List<Route> routes() {
        return List.of(Route.post(
                        SeamRoutes.SEAMS + "/dispatch/per-item",
                        "seamDispatchPerItem",
                        Scope.RUNS_CREATE,
                        "Send workers out, each with inputs of its own.")
                .takes("SeamBody")
                .gives(200, "SeamAnswer")
                .refuses(400, 401, 403)
                .by(this::send));
    }

    private Answer send(Call call) throws InterruptedException {
        JsonObject body = call.body();
        WorkflowDefinition team = team(body);
        seams.gated(team).ifPresent(gated -> {
            throw gated.refusal();
        });
        host.runs().problems(team).stream().findFirst().ifPresent(problem -> {
            throw RestRefusal.invalid(problem);
        });
        bringWorkers(body);
        SeamRuns.Rested source = runs.run(call, team);
        refuseWhatFailed(source);
        boolean again = body.get("replay") == JsonBool.TRUE;
        SeamRuns.Rested told = again ? replayed(call, source.run()) : source;
        return Answer.ok(JsonObject.builder()
                .put("runId", told.run().value())
                .putIfPresent("sourceRunId", again ? new JsonString(source.run().value()) : null)
                .put("status", told.status())
                .put("replayed", JsonBool.of(again))
                .put("children", children(call, told))
                .build());
    }

    /// A mapping names variables of the parent. Suites give values instead, so each is a variable that
    /// holds its name.
    private WorkflowDefinition team(JsonObject body) {
        JsonObject mapping = Fields.object(body, MAPPING);
        List<JsonValue> variables = new ArrayList<>();
        mapping.members().values().stream().distinct().forEach(name -> {
            if (!(name instanceof JsonString)) {
                throw RestRefusal.invalid("\"%s\": expected names of variables, found %s".formatted(MAPPING, name));
            }
            variables.add(JsonObject.builder()
                    .put("name", name)
                    .put("type", "string")
                    .put("defaultValue", name)
                    .build());
        });
        JsonObject decision = JsonObject.builder()
                .put("kind", "next-worker")
                .putIfPresent(WORKERS, body.get(WORKERS))
                .putIfPresent(INPUTS, body.get(INPUTS) == JsonNull.NULL ? null : body.get(INPUTS))
                .build();
        JsonObject plan = JsonObject.of(
                "mockDispatchPlan", JsonArray.of(decision, JsonObject.of("kind", new JsonString("terminate"))));
        return SeamRuns.definition(JsonObject.builder()
                .put("id", "seam-per-item")
                .put("name", "Per item")
                .put("version", "1")
                .put("variables", new JsonArray(variables))
                .put(
                        "nodes",
                        JsonArray.of(
                                node("plan", "core.orchestrator.supervisor", plan),
                                node("act", "core.dispatch", JsonObject.of(MAPPING, mapping))))
                .build());
    }

    private static JsonObject node(String id, String type, JsonObject config) {
        return JsonObject.builder()
                .put("id", id)
                .put("typeId", type)
                .put("config", config)
                .build();
    }

    /// Suites name a child that is nowhere else.
    private void bringWorkers(JsonObject body) {
        for (JsonValue worker : body.array(WORKERS).orElse(JsonArray.EMPTY)) {
            String id = worker.asString().orElse("");
            if (!id.isEmpty() && seams.find(id).isEmpty()) {
                seams.bring(id, WORKER);
            }
        }
    }

    private static void refuseWhatFailed(SeamRuns.Rested run) {
        RunError error = run.state().error();
        if (error != null && error.code().equals(RestRefusal.VALIDATION_ERROR)) {
            throw new RestRefusal(
                    400,
                    RestRefusal.VALIDATION_ERROR,
                    error.message(),
                    JsonObject.of("runId", new JsonString(run.run().value())));
        }
    }

    private SeamRuns.Rested replayed(Call call, RunId source) throws InterruptedException {
        return runs.rested(call, host.runs().fork(call.caller(), source, 0, ForkMode.REPLAY, JsonObject.EMPTY));
    }

    private JsonArray children(Call call, SeamRuns.Rested parent) {
        List<JsonValue> children = new ArrayList<>();
        for (JsonObject dispatched : parent.payloads(HandOverFact.NodeDispatched.TYPE)) {
            String child = dispatched.string("childRunId").orElseThrow();
            Optional<JsonObject> started = runs.log(call, new RunId(child)).stream()
                    .filter(event -> event.string("type").orElse("").equals(RunFact.RunStarted.TYPE))
                    .findFirst()
                    .flatMap(event -> event.object("payload"));
            children.add(JsonObject.builder()
                    .put("runId", child)
                    .putIfPresent("workflowId", dispatched.get("childWorkflowId"))
                    .put("inputs", started.flatMap(it -> it.object("inputs")).orElse(JsonObject.EMPTY))
                    .build());
        }
        return new JsonArray(children);
    }
}
