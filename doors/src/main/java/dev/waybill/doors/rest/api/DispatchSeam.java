package dev.waybill.doors.rest.api;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.InvocationFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.StartRequest;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gives an agent of this host a task, on the mock, and tells what came of it: the real dispatch of a real run.
final class DispatchSeam {

    private static final JsonNumber USUAL_THRESHOLD = new JsonNumber("0.7");

    private final RestHost host;
    private final SeamRuns runs;

    DispatchSeam(RestHost host, TestSeams seams) {
        this.host = host;
        this.runs = new SeamRuns(host, seams);
    }

    Route route() {
        return Route.post(
                        SeamRoutes.SEAMS + "/agents/{agentId}/dispatch",
                        "seamDispatchAgent",
                        Scope.RUNS_CREATE,
                        "Give an agent a task, and wait.")
                .takes("SeamBody")
                .gives(200, "SeamAnswer")
                .refuses(400, 401, 403, 404)
                .by(this::dispatch);
    }

    /// Who does not want the task judged gets one that fits, with what was given in it.
    private Answer dispatch(Call call) throws InterruptedException {
        JsonObject body = call.body();
        String agent = call.path("agentId");
        WorkflowDefinition graph =
                host.agents().graph(agent, "run-api").orElseThrow(() -> AgentRoutes.unknown(host, agent));
        JsonObject task = Fields.object(body, "task");
        if (body.get("validateHandoff") == JsonBool.FALSE) {
            JsonObject whole = LiveInvokeSeam.task(graph);
            for (var member : task.members().entrySet()) {
                whole = whole.with(member.getKey(), member.getValue());
            }
            task = whole;
        }
        JsonObject told = JsonObject.EMPTY.with("mockProvider", ScenarioSeam.says(JsonArray.EMPTY));
        SeamRuns.Rested rested = runs.run(
                call, new StartRequest(graph, task, told, JsonObject.EMPTY, EvidenceEnvelope.NONE, null, null));
        return Answer.ok(told(agent, rested));
    }

    private JsonObject told(String agent, SeamRuns.Rested rested) {
        Optional<JsonObject> decided =
                rested.payloads(AgentFact.AgentDecided.TYPE).stream().findFirst();
        Optional<JsonObject> ended =
                rested.payloads(NodeFact.NodeCompleted.TYPE).stream().findFirst();
        JsonObject entry = host.agents().entries().stream()
                .filter(each -> each.string("agentId").filter(agent::equals).isPresent())
                .findFirst()
                .orElse(JsonObject.EMPTY);
        JsonValue threshold = entry.get("confidenceThreshold");
        return JsonObject.of("agentId", agent)
                .with("runId", rested.run().value())
                .with("status", status(rested))
                .with("toolSurface", entry.array("toolAllowlist").orElse(JsonArray.EMPTY))
                .withIfPresent(
                        "confidence", decided.map(it -> it.get("confidence")).orElse(null))
                .with("threshold", threshold == null ? USUAL_THRESHOLD : threshold)
                .with("events", events(agent, rested))
                .withIfPresent(
                        "result",
                        ended.flatMap(it -> it.object("outputs"))
                                .map(outputs -> outputs.get("result"))
                                .orElse(null))
                .withIfPresent(
                        "error",
                        rested.payloads(NodeFact.NodeFailed.TYPE).stream()
                                .findFirst()
                                .map(it -> it.get("error"))
                                .orElse(null));
    }

    private static String status(SeamRuns.Rested rested) {
        return Status.of(rested.state()) == RunStatus.WAITING_APPROVAL
                ? InvocationFact.Outcome.ESCALATED.wire()
                : rested.status();
    }

    private static JsonArray events(String agent, SeamRuns.Rested rested) {
        List<JsonValue> events = new ArrayList<>();
        for (JsonObject event : rested.log()) {
            String type = event.string("type").orElse("");
            if (type.startsWith("agent.")) {
                JsonObject payload = event.object("payload").orElse(JsonObject.EMPTY);
                events.add(JsonObject.of("type", type)
                        .with("agentId", agent)
                        .withIfPresent("decision", payload.get("decision"))
                        .withIfPresent("confidence", payload.get("confidence")));
            }
        }
        return new JsonArray(events);
    }
}
