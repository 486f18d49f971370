package dev.waybill.doors.rest.api;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InvocationFact;
import dev.waybill.runtime.StartRequest;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowVariable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Has an agent work as a suite asks for it, and waits for the outcome. What runs is the real dispatch of an agent of
/// this host, on the mock, which is told what to say.
final class LiveInvokeSeam {

    private static final int MOST_LOOKS = 500;
    private static final int MILLIS_BETWEEN = 20;
    private static final int MOST_EVENTS = 10_000;

    private final RestHost host;

    LiveInvokeSeam(RestHost host) {
        this.host = host;
    }

    Answer invoke(Call call) throws IOException {
        JsonObject body = call.body();
        String source = Fields.text(body, "source").orElse("run-api");
        boolean strict = body.has("returnSchemaRef") || body.get("forceInvalidResult") == JsonBool.TRUE;
        String agent =
                Fields.text(body, "agentId").or(() -> any(strict)).orElseThrow(() -> AgentRoutes.unknown(host, "any"));
        WorkflowDefinition graph;
        try {
            graph = host.agents().graph(agent, source).orElseThrow(() -> AgentRoutes.unknown(host, agent));
        } catch (IllegalArgumentException e) {
            throw RestRefusal.invalid("expected source to be workflow-node, run-api or chat-mention, found " + source);
        }
        RunId run = host.runs()
                .start(
                        call.caller(),
                        new StartRequest(
                                graph,
                                body.object("inputs").orElseGet(() -> task(graph)),
                                told(body),
                                JsonObject.EMPTY,
                                EvidenceEnvelope.NONE,
                                null,
                                null));
        rest(call, run);
        return Answer.ok(outcome(call, run));
    }

    private Optional<String> any(boolean strict) {
        return host.agents().entries().stream()
                .filter(entry -> !strict || entry.get("hasHandoffSchemas") == JsonBool.TRUE)
                .flatMap(entry -> entry.string("agentId").stream())
                .findFirst();
    }

    /// Something of the right kind for every variable that an agent's task has.
    static JsonObject task(WorkflowDefinition graph) {
        Map<String, JsonValue> task = new LinkedHashMap<>();
        for (WorkflowVariable variable : graph.variables()) {
            if (!variable.name().equals("result")) {
                task.put(
                        variable.name(),
                        switch (variable.type().wire()) {
                            case "number" -> JsonNumber.of(1);
                            case "boolean" -> JsonBool.TRUE;
                            case "object" -> JsonObject.EMPTY;
                            case "array" -> JsonArray.EMPTY;
                            default -> new JsonString("conformance");
                        });
            }
        }
        return new JsonObject(task);
    }

    /// What the mock says: usually what fits the agent's schema.
    private static JsonObject told(JsonObject body) {
        JsonArray program = body.get("forceInvalidResult") == JsonBool.TRUE
                ? ScenarioSeam.wrong()
                : Fields.text(body, "attemptTool").map(LiveInvokeSeam::attempt).orElse(JsonArray.EMPTY);
        return JsonObject.EMPTY.with("mockProvider", ScenarioSeam.says(program));
    }

    private static JsonArray attempt(String tool) {
        JsonObject wanted = JsonObject.builder()
                .put("id", "attempt")
                .put("name", tool)
                .put("arguments", JsonObject.EMPTY)
                .build();
        return JsonArray.of(JsonObject.EMPTY.with("toolCalls", JsonArray.of(wanted)));
    }

    private void rest(Call call, RunId run) {
        for (int look = 0; look < MOST_LOOKS; look++) {
            RunState state = host.runs().state(call.caller(), run);
            if (state.isTerminal() || !state.interrupts().isEmpty()) {
                return;
            }
            try {
                Thread.sleep(MILLIS_BETWEEN);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private JsonObject outcome(Call call, RunId run) {
        JsonObject.Builder outcome = JsonObject.builder().put("runId", run.value());
        host.runs().reader(call.caller()).events(run, 0, MOST_EVENTS).stream()
                .map(event -> EventCodec.decode(run, event).fact())
                .filter(InvocationFact.Completed.class::isInstance)
                .map(InvocationFact.Completed.class::cast)
                .findFirst()
                .ifPresent(ended -> outcome.put("invocationId", ended.invocationId())
                        .put("outcome", ended.outcome().wire()));
        return outcome.build();
    }
}
