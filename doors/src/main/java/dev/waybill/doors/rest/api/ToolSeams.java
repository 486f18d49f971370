package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How suites see what a tool may do: one call of a tool, and one request to an address, each in a run of its own. They
/// go the way that every tool goes, and the answer is what the run's log has.
final class ToolSeams {

    private static final String NODE = "probe";
    /// How calls end that never reached their tool.
    private static final List<String> STOPPED = List.of("forbidden", "rate_limited");

    private final SeamRuns runs;

    ToolSeams(RestHost host, TestSeams seams) {
        this.runs = new SeamRuns(host, seams);
    }

    List<Route> routes() {
        String fetch = SeamRoutes.SEAMS + "/http/safe-fetch";
        return List.of(
                Route.post(
                                SeamRoutes.SEAMS + "/toolhooks/invoke",
                                "seamInvokeTool",
                                Scope.RUNS_CREATE,
                                "Call a tool on somebody's behalf.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403, 404)
                        .by(this::invoke),
                Route.post(fetch, "seamSafeFetch", Scope.RUNS_CREATE, "Fetch an address as the code of packs does.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403, 404)
                        .by(this::fetch),
                Route.post(fetch + "-run", "seamSafeFetchRun", Scope.RUNS_CREATE, "The same; name the run.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403, 404)
                        .by(this::fetch));
    }

    private Answer invoke(Call call) throws InterruptedException {
        JsonObject body = call.body();
        if (body.has("requiredScopes") && body.array("requiredScopes").isEmpty()) {
            throw RestRefusal.invalid("\"requiredScopes\": expected an array of texts");
        }
        JsonObject config = JsonObject.of("toolName", Fields.required(body, "toolName"))
                .with("principal", Fields.required(body, "principal"))
                .with("requiredScopes", body.array("requiredScopes").orElse(JsonArray.EMPTY));
        for (String simulated : List.of("simulateRateLimitExhausted", "simulateToolError")) {
            config = config.withIfPresent(simulated, body.get(simulated));
        }
        JsonObject inputs =
                JsonObject.EMPTY.with("args", port(body.object("args").orElse(JsonObject.EMPTY)));
        SeamRuns.Rested rested = runs.run(call, one("core.conformance.scoped-tool", config, inputs));
        JsonObject returned = first(rested, AgentFact.AgentToolReturned.TYPE);
        return Answer.ok(JsonObject.of("runId", rested.run().value())
                .with("toolCalled", first(rested, AgentFact.AgentToolCalled.TYPE))
                .with("toolReturned", timed(rested, returned))
                .withIfPresent("error", error(rested)));
    }

    /// How long it took, where it was reached at all: from the call's start to its node's end.
    private static JsonObject timed(SeamRuns.Rested rested, JsonObject returned) {
        return returned.string("status").filter(STOPPED::contains).isPresent()
                ? returned
                : returned.with("durationMs", JsonNumber.of(took(rested.log())));
    }

    private static long took(List<JsonObject> log) {
        List<Instant> moments = log.stream()
                .filter(event -> event.string("nodeId").filter(NODE::equals).isPresent())
                .flatMap(event -> event.string("timestamp").stream())
                .map(Instant::parse)
                .toList();
        return moments.isEmpty()
                ? 0
                : Duration.between(moments.getFirst(), moments.getLast()).toMillis();
    }

    private Answer fetch(Call call) throws InterruptedException {
        JsonObject body = call.body();
        JsonObject init = Fields.object(body, "init");
        JsonObject inputs = JsonObject.EMPTY
                .with("url", port(new JsonString(Fields.required(body, "url"))))
                .with("method", port(new JsonString(Fields.text(init, "method").orElse("GET"))))
                .with("headers", port(init.object("headers").orElse(JsonObject.EMPTY)));
        JsonObject config = JsonObject.EMPTY.withIfPresent("simulateRebindTo", body.get("simulateRebindTo"));
        SeamRuns.Rested rested = runs.run(call, one("core.conformance.safefetch-probe", config, inputs));
        JsonObject answer = JsonObject.of("runId", rested.run().value());
        JsonObject error = error(rested);
        if (error == null) {
            JsonObject ended = first(rested, NodeFact.NodeCompleted.TYPE);
            answer = answer.with("outcome", "fetched")
                    .withIfPresent(
                            "status",
                            ended.object("outputs")
                                    .flatMap(outputs -> outputs.object("result"))
                                    .map(result -> result.get("status"))
                                    .orElse(null));
        } else {
            answer = refused(answer, error);
        }
        return Answer.ok(answer.with("toolCalled", first(rested, AgentFact.AgentToolCalled.TYPE))
                .with("toolReturned", timed(rested, first(rested, AgentFact.AgentToolReturned.TYPE))));
    }

    private static JsonObject refused(JsonObject answer, JsonObject error) {
        return switch (error.object("details")
                .flatMap(details -> details.string("reason"))
                .orElse("")) {
            case "ssrf-blocked" -> answer.with("outcome", "blocked").with("blocked", "ssrf");
            case "upgrade-refused" -> answer.with("outcome", "blocked").with("blocked", "upgrade");
            default -> answer.with("outcome", "failed").with("error", error);
        };
    }

    private static @Nullable JsonObject error(SeamRuns.Rested rested) {
        return rested.payloads(NodeFact.NodeFailed.TYPE).stream()
                .findFirst()
                .flatMap(failed -> failed.object("error"))
                .orElse(null);
    }

    private static JsonObject first(SeamRuns.Rested rested, String type) {
        return rested.payloads(type).stream().findFirst().orElse(JsonObject.EMPTY);
    }

    private static JsonObject port(JsonValue value) {
        return JsonObject.of("type", "static").with("value", value);
    }

    private static WorkflowDefinition one(String type, JsonObject config, JsonObject inputs) {
        JsonObject node = JsonObject.of("id", NODE)
                .with("typeId", type)
                .with("config", config)
                .with("inputs", inputs);
        return SeamRuns.definition(JsonObject.of("id", "seam-" + NODE)
                .with("name", "Probe")
                .with("version", "1")
                .with("nodes", JsonArray.of(node)));
    }
}
