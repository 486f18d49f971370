package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.TenantMemory;
import dev.waybill.view.run.MemoryLines;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What suites change and look at inside of runs: variables in the middle of one, and a memory across two.
final class StateSeams {

    private static final long MOST_SECONDS = 86_400;
    private static final long MOST_DELAY = 10_000;
    private static final long USUAL_DELAY = 1_000;
    private static final long USUAL_TTL = 60;
    private static final String READBACK = "memoryReadback";

    private final RestHost host;
    private final SeamRuns runs;

    StateSeams(RestHost host, TestSeams seams) {
        this.host = host;
        this.runs = new SeamRuns(host, seams);
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                SeamRoutes.SEAMS + "/test/runs/{runId}/variables",
                                "seamSetVariables",
                                Scope.RUNS_CREATE,
                                "Set variables of a run that is under way.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403, 404, 409)
                        .by(this::variables),
                Route.post(
                                SeamRoutes.SEAMS + "/test/memory/cross-run-ttl-roundtrip",
                                "seamMemoryTtl",
                                Scope.RUNS_CREATE,
                                "Have a child remember something for a while, and its parent look.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403)
                        .by(this::remembered),
                Route.post(
                                SeamRoutes.SEAMS + "/memory/distill",
                                "seamDistillMemory",
                                Scope.RUNS_CREATE,
                                "Have a memory summed up within a budget.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403, 404, 422)
                        .by(new DistillSeam(runs)::distill));
    }

    private Answer variables(Call call) {
        JsonObject values = Fields.object(call.body(), "variables");
        if (values.isEmpty()) {
            throw RestRefusal.invalid("\"variables\": expected an object with the variables to set");
        }
        RunState state = host.runs().tell(call.caller(), call.run(), at -> new Command.SetVariables(at, values));
        Map<String, JsonValue> now = new LinkedHashMap<>();
        values.names().forEach(name -> {
            JsonValue value = state.variables().get(name);
            if (value != null) {
                now.put(name, value);
            }
        });
        return Answer.ok(JsonObject.of("runId", call.run().value()).with("variables", new JsonObject(now)));
    }

    private static long number(JsonObject body, List<String> names, long usual, long most) {
        for (String name : names) {
            OptionalLong found = Fields.number(body, name);
            if (found.isPresent()) {
                if (found.getAsLong() < 0 || found.getAsLong() > most) {
                    throw RestRefusal.invalid(
                            "\"%s\": expected 0 to %d, found %d".formatted(name, most, found.getAsLong()));
                }
                return found.getAsLong();
            }
        }
        return usual;
    }

    /// The parent waits first, so that its start and the child's write are apart; it looks when the child has ended.
    private Answer remembered(Call call) throws InterruptedException {
        JsonObject body = call.body();
        long ttl = number(body, List.of("ttlSeconds", "ttl"), USUAL_TTL, MOST_SECONDS);
        long delay = number(body, List.of("childDelayMs", "skewMs", "delayMs"), USUAL_DELAY, MOST_DELAY);
        String ref = "seam-ttl-" + Long.toString(System.nanoTime(), 36).replace('-', 'n');
        String child = ref + "-child";
        JsonObject write = SeamRuns.quoted("""
                {'id':'write','typeId':'core.identity','config':{'memoryAction':'write-then-read','ttlSeconds':%d},
                 'agent':{'agentId':'core.conformance.memory','memoryRef':'%s'}}""".formatted(ttl, ref));
        runs.bring(one(
                child,
                write.with(
                        "config", remembering(write, Fields.text(body, "value").orElse("v")))));
        WorkflowDefinition parent = SeamRuns.definition(
                SeamRuns.quoted("""
                {'id':'%s','name':'p','version':'1','variables':[{'name':'%s','type':'object'}],'nodes':[
                  {'id':'wait','typeId':'core.delay','config':{'ms':%d}},
                  {'id':'sub','typeId':'core.subWorkflow','config':{'workflowId':'%s','outputMapping':{'%s':'%s'}}},
                  {'id':'look','typeId':'core.identity','config':{'memoryAction':'ttl-probe','memoryRef':'%s-own'}}],
                 'edges':[{'id':'a','sourceNodeId':'wait','targetNodeId':'sub'},
                          {'id':'b','sourceNodeId':'sub','targetNodeId':'look'}]}""".formatted(ref, READBACK, delay, child, READBACK, READBACK, ref)));
        SeamRuns.Rested rested = runs.run(call, parent);
        return Answer.ok(told(call, rested, ref, ttl));
    }

    private static JsonObject remembering(JsonObject write, String value) {
        return write.object("config").orElseThrow().with("content", value);
    }

    private static JsonObject one(String id, JsonObject node) {
        return SeamRuns.quoted(
                        "{'name':'c','version':'1','variables':[{'name':'%s','type':'object'}]}".formatted(READBACK))
                .with("id", id)
                .with("nodes", JsonArray.of(node));
    }

    private JsonObject told(Call call, SeamRuns.Rested parent, String ref, long ttl) {
        RunId run = parent.run();
        List<MemoryWrite> seen = TenantMemory.of(
                        host.runs().store(), call.caller(), call.caller().tenant())
                .before(run, null, ref, null)
                .entries();
        JsonObject told = JsonObject.of("parentRunId", run.value())
                .with("status", parent.status())
                .with("parentStartedAt", Times.format(run.createdAt()))
                .with("ttlSeconds", ttl)
                .with("visibleToParent", !seen.isEmpty());
        if (seen.isEmpty()) {
            return told;
        }
        MemoryWrite entry = seen.getFirst();
        return told.withIfPresent(
                        "childRunId", entry.run() == null ? null : entry.run().value())
                .with("childWroteAt", Times.format(entry.createdAt()))
                .withIfPresent("expiresAt", entry.expiresAt() == null ? null : Times.format(entry.expiresAt()))
                .with("entry", MemoryLines.entry(entry));
    }
}
