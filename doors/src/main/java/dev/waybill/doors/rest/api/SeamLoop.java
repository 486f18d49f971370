package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.TenantWorkspace;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A loop for test suites: a supervisor and workers in a real run, from whose log the answer is read.
final class SeamLoop {

    private static final int PATIENCE = 2_000;
    private static final long PAUSE_MS = 10;
    private static final String READER = "waybill-seam-reader";
    private static final String WRITER = "waybill-seam-writer";
    private static final String PLAN = "plan";
    private static final String ACT = "act";

    private final RestHost host;
    private final TestSeams seams;
    private final Caller caller;
    private final String path;

    SeamLoop(RestHost host, TestSeams seams, Caller caller) {
        this.host = host;
        this.seams = seams;
        this.caller = caller;
        this.path = "agentloop/" + Long.toString(System.nanoTime(), 36).replace('-', 'n') + ".md";
    }

    /// @param write the turn whose worker writes a file; 0 for none
    /// @param suspend the turn that asks a person; 0 for none
    /// @param resume whether the person answers
    record Wanted(int turns, int write, int suspend, boolean resume) {}

    JsonObject run(Wanted wanted) throws InterruptedException {
        WorkflowDefinition loop = loop(wanted);
        RunId run = host.runs()
                .create(caller, StartRequest.of(loop, JsonObject.EMPTY))
                .run();
        RunState state = until(run, it -> it.isTerminal() || Status.of(it) == RunStatus.WAITING_INPUT);
        if (!state.isTerminal() && wanted.resume()) {
            host.runs().tell(caller, run, at -> new Command.Answer(at, ACT, answer(), caller.principal(), true));
            state = until(run, RunState::isTerminal);
        }
        JsonObject.Builder told = JsonObject.builder()
                .put("runId", run.value())
                .put("status", Status.of(state).wire())
                .put("decisions", decisions(run));
        if (wanted.write() > 0) {
            told.put(
                    "workspaceVisible",
                    JsonObject.builder()
                            .put("atWriteTurn", JsonBool.of(sees(run, wanted.write())))
                            .put("atNextTurn", JsonBool.of(sees(run, wanted.write() + 1)))
                            .build());
            TenantWorkspace.of(host.runs().store(), caller)
                    .delete(path, null, host.clock().instant());
        }
        long resumed = resumed(run);
        if (resumed > 0) {
            told.put("resumedIteration", resumed);
        }
        return told.build();
    }

    private static JsonObject answer() {
        return json("{\"answers\":{\"q1\":\"go on\"}}");
    }

    private WorkflowDefinition loop(Wanted wanted) {
        seams.bring(definition("""
                {"id":"%s","name":"Reader","version":"1.0.0",
                 "nodes":[{"id":"look","typeId":"waybill.workspace.list"}],"edges":[]}""".formatted(READER)));
        String writer = WRITER + '-' + path.replaceAll("[^a-z0-9]", "-");
        seams.bring(definition("""
                {"id":"%s","name":"Writer","version":"1.0.0",
                 "nodes":[{"id":"write","typeId":"waybill.workspace.write",
                   "config":{"path":"%s","content":"written in a turn"}}],"edges":[]}""".formatted(writer, path)));
        List<String> plan = new ArrayList<>();
        for (int turn = 1; turn <= wanted.turns(); turn++) {
            plan.add(decision(wanted, turn, writer));
        }
        WorkflowDefinition loop = definition("""
                {"id":"waybill-seam-loop","name":"Loop","version":"1.0.0","nodes":[
                  {"id":"%s","typeId":"core.orchestrator.supervisor","config":{"mockDispatchPlan":[%s]}},
                  {"id":"%s","typeId":"core.dispatch","config":{}}],
                 "edges":[
                  {"id":"e1","sourceNodeId":"plan","targetNodeId":"act"},
                  {"id":"e2","sourceNodeId":"act","targetNodeId":"plan"}]}""".formatted(PLAN, String.join(",", plan), ACT));
        seams.bring(loop);
        return loop;
    }

    private static String decision(Wanted wanted, int turn, String writer) {
        if (turn == wanted.suspend()) {
            return "{\"kind\":\"clarify\",\"questions\":[{\"id\":\"q1\",\"question\":\"Go on?\"}]}";
        }
        if (turn == wanted.write()) {
            return "{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"%s\",\"%s\"]}".formatted(writer, READER);
        }
        return turn == wanted.turns()
                ? "{\"kind\":\"terminate\",\"reason\":\"all turns are taken\"}"
                : "{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"%s\"]}".formatted(READER);
    }

    private static WorkflowDefinition definition(String json) {
        return switch (DefinitionReader.read(json(json))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(bad.errors().toString());
        };
    }

    private static JsonObject json(String text) {
        return JsonReader.read(text, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    private RunState until(RunId run, Predicate<RunState> reached) throws InterruptedException {
        for (int i = 0; i < PATIENCE; i++) {
            RunState state = host.runs().state(caller, run);
            if (reached.test(state)) {
                return state;
            }
            Thread.sleep(PAUSE_MS);
        }
        throw new IllegalStateException("the loop " + run + " takes too long");
    }

    private List<Event> events(RunId run) {
        return host.runs().reader(caller).events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event))
                .toList();
    }

    private JsonArray decisions(RunId run) {
        List<JsonValue> decisions = new ArrayList<>();
        for (Event event : events(run)) {
            if (event.fact() instanceof OrchestratorFact.Decided decided && decided.iteration() != null) {
                decisions.add(JsonObject.builder()
                        .put("iteration", JsonNumber.of(decided.iteration()))
                        .put("decision", decided.decision())
                        .build());
            }
        }
        return new JsonArray(decisions);
    }

    /// Whether a turn saw the file: by what its supervisor was bound to when it started.
    private boolean sees(RunId run, int turn) {
        RunReader reader = host.runs().reader(caller);
        return events(run).stream()
                .filter(event -> event.fact() instanceof NodeFact.NodeStarted started
                        && started.nodeId().equals(PLAN)
                        && started.ordinal() == turn)
                .findFirst()
                .map(event -> reader.fold(reader.run(run).orElseThrow().header(), event.sequence() + 1))
                .map(state -> TenantWorkspace.seenNow(host.runs().store(), state))
                .filter(files -> files.stream().anyMatch(file -> file.name().equals(path)))
                .isPresent();
    }

    /// The turn with which the loop went on when the person had answered; 0 when nobody has.
    private long resumed(RunId run) {
        long iteration = 0;
        for (Event event : events(run)) {
            if (event.fact() instanceof OrchestratorFact.Decided decided && decided.iteration() != null) {
                iteration = decided.iteration();
            } else if (event.fact() instanceof NodeFact.NodeResumed) {
                return iteration;
            }
        }
        return 0;
    }
}
