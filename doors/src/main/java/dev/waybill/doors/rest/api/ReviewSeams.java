package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How suites see a critic and an attestation at work: each call is a run of this host, with a log like any other.
final class ReviewSeams {

    private static final String WORKER = "seam-worker";
    private static final String NODE = "sub";
    private static final List<String> VERDICTS = List.of("pass", "fail", "revise");

    private final RestHost host;
    private final SeamRuns runs;

    ReviewSeams(RestHost host, TestSeams seams) {
        this.host = host;
        this.runs = new SeamRuns(host, seams);
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                SeamRoutes.SEAMS + "/agents/verify-run",
                                "seamVerifyRun",
                                Scope.RUNS_CREATE,
                                "Run a team whose critic says this.")
                        .takes("VerifyRun")
                        .gives(200, "VerifiedRun")
                        .refuses(400, 401, 403)
                        .by(this::verify),
                Route.post(
                                SeamRoutes.SEAMS + "/subrun/attest",
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
        bringWorker();
        WorkflowDefinition team = runs.bring(SeamRuns.quoted("""
                {'id':'seam-verified-team','name':'t','version':'1','nodes':[
                 {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                  {'kind':'next-worker','nextWorkerIds':['%s']},{'kind':'terminate','reason':'done'}]}},
                 {'id':'act','typeId':'core.dispatch','config':{
                  'verifier':{'agentId':'host:seam-critic','mockVerdicts':[%s]}}}]}""".formatted(WORKER, verdicts)));
        SeamRuns.Rested end = runs.run(call, team);
        List<JsonValue> told = new ArrayList<>();
        end.log().forEach(event -> told.add(flat(event)));
        return Answer.ok(JsonObject.builder()
                .put("runId", end.run().value())
                .put("status", end.status())
                .put("outcome", end.status())
                .put("committed", Status.of(end.state()) == RunStatus.COMPLETED)
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
        bringWorker();
        SeamRuns.Rested rested = runs.run(call, parent(body, outputs));
        Optional<String> action = body.string("approvalAction");
        if (Status.of(rested.state()) == RunStatus.WAITING_APPROVAL && action.isPresent()) {
            rested = answered(
                    call,
                    rested,
                    action.get(),
                    body.object("editedArtifactData").orElse(outputs));
        }
        return Answer.ok(attested(rested, outputs));
    }

    private void bringWorker() {
        runs.bring(SeamRuns.quoted(
                "{'id':'%s','name':'w','version':'1','nodes':[{'id':'n','typeId':'core.noop'}]}".formatted(WORKER)));
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
                .put(
                        "outputAttestation",
                        attesting(body.object("outputAttestation").orElse(JsonObject.EMPTY)))
                .build();
        return runs.bring(JsonObject.builder()
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

    /// The answer has a digest whether the terms ask for one or not.
    private static JsonObject attesting(JsonObject terms) {
        return terms.has("checksum") ? terms : terms.with("checksum", true);
    }

    /// An action that the question does not offer is no approval.
    private SeamRuns.Rested answered(Call call, SeamRuns.Rested asking, String action, JsonObject edited)
            throws InterruptedException {
        JsonObject said = JsonObject.builder()
                .put("action", action)
                .putIfPresent("editedArtifactData", action.equals("edit-accept") ? edited : null)
                .build();
        try {
            host.runs()
                    .tell(
                            call.caller(),
                            asking.run(),
                            at -> new Command.Answer(
                                    at, NODE, said, call.caller().principal(), true));
        } catch (Refused refused) {
            return asking;
        }
        return runs.rested(call, asking.run());
    }

    private static JsonObject attested(SeamRuns.Rested rested, JsonObject outputs) {
        JsonObject harvested = null;
        JsonValue attestation = null;
        for (JsonObject event : rested.log()) {
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
            JsonValue value = rested.state().variables().get(name);
            if (value != null) {
                merged.put(name, value);
            }
        });
        return JsonObject.builder()
                .put("runId", rested.run().value())
                .put("status", rested.status())
                .put("merged", harvested != null)
                .put("harvestedEvent", harvested == null ? JsonNull.NULL : harvested)
                .putIfPresent("attestation", attestation)
                .putIfPresent("mergedValues", harvested == null ? null : new JsonObject(merged))
                .build();
    }
}
