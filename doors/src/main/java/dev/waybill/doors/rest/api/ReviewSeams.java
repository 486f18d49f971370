package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.StartRequest;
import dev.waybill.view.run.WireEvent;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How suites see a critic and an attestation at work: each call is a run of this host, with a log like any other.
final class ReviewSeams {

    private static final String SEAMS = "/host/sample";
    private static final String WORKER = "seam-worker";
    private static final String NODE = "sub";
    private static final List<String> VERDICTS = List.of("pass", "fail", "revise");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST = 1_000;

    private final RestHost host;
    private final TestSeams seams;

    ReviewSeams(RestHost host, TestSeams seams) {
        this.host = host;
        this.seams = seams;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                SEAMS + "/agents/verify-run",
                                "seamVerifyRun",
                                Scope.RUNS_CREATE,
                                "Run a team whose critic says this.")
                        .takes("VerifyRun")
                        .gives(200, "VerifiedRun")
                        .refuses(400, 401, 403)
                        .by(this::verify),
                Route.post(
                                SEAMS + "/subrun/attest",
                                "seamAttestSubRun",
                                Scope.RUNS_CREATE,
                                "Run a child that brings this back, under these terms.")
                        .takes("AttestSubRun")
                        .gives(200, "AttestedSubRun")
                        .refuses(400, 401, 403)
                        .by(this::attest));
    }

    private Answer verify(Call call) throws IOException, InterruptedException {
        String verdict = call.body().string("simulateVerdict").orElse("pass");
        if (!VERDICTS.contains(verdict)) {
            throw RestRefusal.invalid("expected simulateVerdict out of %s, found \"%s\"".formatted(VERDICTS, verdict));
        }
        // Who is sent back does better.
        String verdicts = verdict.equals("revise") ? "'revise','pass'" : "'" + verdict + "'";
        bring("{'id':'%s','name':'w','version':'1','nodes':[{'id':'n','typeId':'core.noop'}]}".formatted(WORKER));
        WorkflowDefinition team = bring("""
                {'id':'seam-verified-team','name':'t','version':'1','nodes':[
                 {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                  {'kind':'next-worker','nextWorkerIds':['%s']},{'kind':'terminate','reason':'done'}]}},
                 {'id':'act','typeId':'core.dispatch','config':{
                  'verifier':{'agentId':'host:seam-critic','mockVerdicts':[%s]}}}]}""".formatted(WORKER, verdicts));
        RunId run = host.runs().start(call.caller(), StartRequest.of(team, JsonObject.EMPTY));
        RunState end = untilRest(call, run);
        List<JsonValue> told = new ArrayList<>();
        log(call, run).forEach(event -> told.add(flat(event)));
        boolean completed = Status.of(end) == RunStatus.COMPLETED;
        return Answer.ok(JsonObject.builder()
                .put("runId", run.value())
                .put("status", Status.of(end).wire())
                .put("outcome", Status.of(end).wire())
                .put("committed", completed)
                .put("events", new JsonArray(told))
                .build());
    }

    /// An event with the members of its payload beside its type.
    private static JsonObject flat(JsonObject event) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("type", event.members().get("type"));
        event.object("payload").orElse(JsonObject.EMPTY).members().forEach(members::putIfAbsent);
        event.members().forEach((name, value) -> {
            if (!name.equals("payload")) {
                members.putIfAbsent(name, value);
            }
        });
        return new JsonObject(members);
    }

    private Answer attest(Call call) throws IOException, InterruptedException {
        JsonObject body = call.body();
        JsonObject outputs = body.object("childOutputs").orElse(JsonObject.EMPTY);
        bring("{'id':'%s','name':'w','version':'1','nodes':[{'id':'n','typeId':'core.noop'}]}".formatted(WORKER));
        RunId run = host.runs().start(call.caller(), StartRequest.of(parent(body, outputs), JsonObject.EMPTY));
        RunState state = untilRest(call, run);
        Optional<String> action = body.string("approvalAction");
        if (Status.of(state) == RunStatus.WAITING_APPROVAL && action.isPresent()) {
            state = answered(
                    call, run, action.get(), body.object("editedArtifactData").orElse(outputs));
        }
        return Answer.ok(attested(call, run, state, outputs));
    }

    private WorkflowDefinition parent(JsonObject body, JsonObject outputs) {
        Map<String, JsonValue> ports = new LinkedHashMap<>();
        Map<String, JsonValue> mapping = new LinkedHashMap<>();
        outputs.members().forEach((name, value) -> {
            ports.put(
                    name,
                    JsonObject.builder()
                            .put("type", "static")
                            .put("value", value)
                            .build());
            mapping.put(name, new JsonString(name));
        });
        JsonObject config = JsonObject.builder()
                .put("workflowId", WORKER)
                .put("onChildFailure", "absorb")
                .put("outputMapping", new JsonObject(mapping))
                .put("outputAttestation", body.object("outputAttestation").orElse(JsonObject.EMPTY))
                .build();
        return bring(JsonObject.builder()
                .put("id", "seam-attested-parent")
                .put("name", "p")
                .put("version", "1")
                .put(
                        "nodes",
                        JsonArray.of(JsonObject.builder()
                                .put("id", NODE)
                                .put("typeId", "core.subWorkflow")
                                .put("config", config)
                                .put("inputs", new JsonObject(ports))
                                .build()))
                .build());
    }

    /// An action that the question does not offer is no approval.
    private RunState answered(Call call, RunId run, String action, JsonObject edited) throws InterruptedException {
        JsonObject said = JsonObject.builder()
                .put("action", action)
                .putIfPresent("editedArtifactData", action.equals("edit-accept") ? edited : null)
                .build();
        try {
            host.runs()
                    .tell(
                            call.caller(),
                            run,
                            at -> new Command.Answer(
                                    at, NODE, said, call.caller().principal(), true));
        } catch (Refused refused) {
            return host.runs().state(call.caller(), run);
        }
        return untilRest(call, run);
    }

    private JsonObject attested(Call call, RunId run, RunState state, JsonObject outputs) {
        JsonObject harvested = null;
        JsonValue attestation = null;
        for (JsonObject event : log(call, run)) {
            JsonObject payload = event.object("payload").orElse(JsonObject.EMPTY);
            String type = event.string("type").orElse("");
            if (type.equals(InterruptFact.InterruptRequested.TYPE)) {
                attestation = payload.object("data")
                        .map(data -> data.get("attestation"))
                        .orElse(attestation);
            }
            boolean harvest = type.equals(HandOverFact.HandOver.TYPE)
                    && payload.string("phase")
                            .filter(HandOverPhase.OUTPUT_HARVESTED.wire()::equals)
                            .isPresent();
            if (harvest) {
                harvested = event;
                attestation = payload.has("attestation") ? payload.get("attestation") : attestation;
            }
        }
        Map<String, JsonValue> merged = new LinkedHashMap<>();
        outputs.names().forEach(name -> {
            JsonValue value = state.variables().get(name);
            if (value != null) {
                merged.put(name, value);
            }
        });
        return JsonObject.builder()
                .put("runId", run.value())
                .put("status", Status.of(state).wire())
                .put("merged", harvested != null)
                .put("harvestedEvent", harvested == null ? JsonNull.NULL : harvested)
                .putIfPresent("attestation", attestation)
                .putIfPresent("mergedValues", harvested == null ? null : new JsonObject(merged))
                .build();
    }

    private WorkflowDefinition bring(String text) {
        return bring(
                JsonReader.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
    }

    private WorkflowDefinition bring(JsonObject document) {
        WorkflowDefinition definition = switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw RestRefusal.invalid(bad.errors().getFirst().message());
        };
        seams.bring(definition);
        return definition;
    }

    /// Until it has ended, or only a person can go on with it.
    private RunState untilRest(Call call, RunId run) throws InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        RunState state = host.runs().state(call.caller(), run);
        while (!isAtRest(state) && System.nanoTime() < patience) {
            Thread.sleep(5);
            state = host.runs().state(call.caller(), run);
        }
        return state;
    }

    private static boolean isAtRest(RunState state) {
        return state.isTerminal() || (Status.of(state) == RunStatus.WAITING_APPROVAL && !Projections.isReady(state));
    }

    private List<JsonObject> log(Call call, RunId run) {
        return host.runs().reader(call.caller()).events(run, 0, MOST).stream()
                .map(event -> WireEvent.of(EventCodec.decode(run, event)))
                .toList();
    }
}
