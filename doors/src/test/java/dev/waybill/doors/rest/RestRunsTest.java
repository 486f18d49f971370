package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.Scope;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Runs over HTTP: started, looked at, listed, and nobody else's.
class RestRunsTest {

    private final RestDesk desk =
            new RestDesk().knows("noop", "core.noop", "").knows("gate", "core.approvalGate", "'title':'ship?'");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    @Test
    void aRunIsStartedAndEnds() {
        Reply created = desk.post(
                        "/v1/runs",
                        "{'workflowId':'noop','inputs':{'who':'Ada'},'tags':['a','b'],'metadata':{'ticket':'T-1'}}")
                .is(201);

        String run = created.text("runId");
        assertThat(created.text("statusUrl")).isEqualTo("/v1/runs/" + run);
        assertThat(created.text("eventsUrl")).isEqualTo("/v1/runs/" + run + "/events");
        assertThat(created.header("OpenWOP-Version")).contains("1.0");
        assertThat(created.header("Location")).contains("/v1/runs/" + run);
        JsonObject snapshot = desk.until(run, "completed");
        assertThat(snapshot.object("owner").orElseThrow().string("tenant")).contains("acme");
        assertThat(snapshot.has("completedAt")).isTrue();
        assertThat(snapshot.get("tags")).hasToString("[\"a\",\"b\"]");
        assertThat(snapshot.get("metadata")).hasToString("{\"ticket\":\"T-1\"}");
        assertThat(snapshot.array("childRuns").orElseThrow()).isEmpty();
        assertThat(snapshot.array("workspace").orElseThrow()).isEmpty();
    }

    @Test
    void anInputThatTheWorkflowDoesNotHaveStaysOutOfWhatTravels() {
        String run = desk.post("/v1/runs", "{'workflowId':'noop','inputs':{'who':'sk-pasted-here'}}")
                .is(201)
                .text("runId");
        assertThat(desk.until(run, "completed").object("inputs").orElseThrow().string("who"))
                .contains("sk-pasted-here");
        for (String place : List.of("/events", "/events/poll", "/debug-bundle")) {
            assertThat(desk.get("/v1/runs/" + run + place).is(200).body())
                    .contains("[REDACTED]")
                    .doesNotContain("sk-pasted");
        }
    }

    @Test
    void anInputThatTheWorkflowDoesNotHaveIsAWarningAndAnUnknownWorkflowHasANearestOne() {
        desk.knows(
                "{'id':'stock','name':'S','version':'1','variables':[{'name':'sku','type':'string'}],"
                        + "'nodes':[{'id':'a','typeId':'core.noop'}]}");

        assertThat(desk.post("/v1/runs", "{'workflowId':'stock','inputs':{'skuu':'A'}}")
                        .is(201)
                        .json()
                        .get("warnings"))
                .hasToString("[\"the workflow has no input \\\"skuu\\\"; did you mean \\\"sku\\\"?\"]");
        assertThat(desk.post("/v1/runs", "{'workflowId':'stock','inputs':{'sku':'A'}}")
                        .is(201)
                        .json()
                        .has("warnings"))
                .isFalse();
        assertThat(desk.post("/v1/runs", "{'workflowId':'stok'}")
                        .refuses(404, "workflow_not_found")
                        .body())
                .contains("did you mean \\\"stock\\\"?");
    }

    @Test
    void aRefusalNamesAWorkflowButRepeatsNoKeyThatIsTakenForOne() {
        assertThat(desk.post("/v1/runs", "{'workflowId':'nope'}")
                        .refuses(404, "workflow_not_found")
                        .body())
                .contains("nope");
        String key = "sk-pasted-" + "0123456789".repeat(5);
        assertThat(desk.post("/v1/runs", "{'workflowId':'" + key + "'}")
                        .refuses(404, "workflow_not_found")
                        .body())
                .doesNotContain(key);
    }

    @Test
    void aChannelIsAlsoReadAmongTheVariables() {
        desk.knows("notes", "core.channelWrite", "'channelName':'said','reducer':'append','value':'hello'");
        JsonObject run = desk.until(desk.start("notes"), "completed");
        assertThat(run.object("variables").orElseThrow().get("said"))
                .isEqualTo(run.object("channels").orElseThrow().get("said"))
                .isNotNull();
    }

    @Test
    void childrenAreListedInTheOrderInWhichTheyWereSentOut() {
        List<String> workers = List.of("f", "a", "d", "b", "e", "c");
        workers.forEach(worker -> desk.knows(worker, "core.noop", ""));
        desk.knows("""
                {'id':'team','name':'team','version':'1.0','nodes':[
                {'id':'boss','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                {'kind':'next-worker','nextWorkerIds':['%s']},{'kind':'terminate','reason':'done'}]}},
                {'id':'hands','typeId':'core.dispatch'}]}""".formatted(String.join("','", workers)));

        JsonObject snapshot = desk.until(desk.start("team"), "completed");
        assertThat(snapshot.array("childRuns").orElseThrow().items())
                .extracting(child ->
                        child.asObject().orElseThrow().string("workflowId").orElseThrow())
                .containsExactlyElementsOf(workers);
    }

    @Test
    void anOpenQuestionComesWithATokenForWhoMayAnswer() {
        String run = desk.start("gate");
        JsonObject question =
                desk.until(run, "waiting-approval").object("interrupt").orElseThrow();
        assertThat(question.string("kind")).contains("approval");
        assertThat(question.string("nodeId")).contains("n");
        assertThat(question.string("interruptToken")).isPresent();

        desk.key("wbk_reader", "acme", EnumSet.of(Scope.RUNS_READ));
        JsonObject seen = desk.get("/v1/runs/" + run, "wbk_reader").is(200).json();
        assertThat(seen.object("interrupt").orElseThrow().has("interruptToken")).isFalse();
    }

    @Test
    void theSameKeyStartsOneRun() {
        String body = "{'workflowId':'noop'}";
        Reply first = desk.post("/v1/runs", RestDesk.ACME, body, "Idempotency-Key", "k1")
                .is(201);
        Reply again = desk.post("/v1/runs", RestDesk.ACME, body, "Idempotency-Key", "k1")
                .is(201);

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(first.header("openwop-Idempotent-Replay")).isEmpty();
        assertThat(again.header("openwop-Idempotent-Replay")).contains("true");
        desk.post("/v1/runs", RestDesk.ACME, "{'workflowId':'gate'}", "Idempotency-Key", "k1")
                .refuses(409, "idempotency_key_mismatch");
        assertThat(desk.post("/v1/runs", RestDesk.GLOBEX, body, "Idempotency-Key", "k1")
                        .is(201)
                        .text("runId"))
                .isNotEqualTo(first.text("runId"));
    }

    /// The key is taken, whatever else is wrong with the call.
    @Test
    void aTakenKeyIsToldBeforeAnythingElse() {
        desk.post("/v1/runs", RestDesk.ACME, "{'workflowId':'noop'}", "Idempotency-Key", "k2")
                .is(201);
        desk.post("/v1/runs", RestDesk.ACME, "{'workflowId':'noop','inputs':{'nobody':1}}", "Idempotency-Key", "k2")
                .refuses(409, "idempotency_key_mismatch");
    }

    @Test
    void anAnswerToWhatIsAnsweredIsToldSo() {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        String answer = "{'resumeValue':{'action':'accept'}}";
        desk.post("/v1/runs/" + run + "/interrupts/n", answer).is(200);
        desk.post("/v1/runs/" + run + "/interrupts/n", answer).refuses(409, "interrupt_already_resolved");
    }

    @Test
    void runsAreListedInPagesByStatus() {
        List<String> waiting = List.of(desk.start("gate"), desk.start("gate"), desk.start("gate"));
        waiting.forEach(run -> desk.until(run, "waiting-approval"));
        desk.until(desk.start("noop"), "completed");

        Reply first = desk.get("/v1/runs?status=waiting-approval&limit=2").is(200);
        Reply second = desk.get("/v1/runs?status=waiting-approval&limit=2&cursor=" + first.text("nextCursor"))
                .is(200);

        assertThat(ids(first)).containsExactly(waiting.get(2), waiting.get(1));
        assertThat(ids(second)).containsExactly(waiting.get(0));
        assertThat(second.json().has("nextCursor")).isFalse();
        assertThat(ids(desk.get("/v1/runs", RestDesk.GLOBEX))).isEmpty();
    }

    private static List<String> ids(Reply page) {
        return page.json().array("runs").orElseThrow().items().stream()
                .map(row -> row.asObject().orElseThrow().string("runId").orElseThrow())
                .toList();
    }

    @Test
    void whatCannotBeABoundIsRefusedBeforeTheRunExists() {
        for (String wrong : List.of(
                "'recursionLimit':0",
                "'recursionLimit':1.5",
                "'runTimeoutMs':-1",
                "'maxLoopIterations':'many'",
                "'escalationThreshold':1.01",
                "'escalationThreshold':-0.1",
                "'temperature':2.5",
                "'ai':{'nope':1}",
                "'ai':'gpt'",
                "'ai.nope':'x'",
                "'ai.model':7",
                "'reasoningVerbosity':'nonsense'")) {
            desk.post("/v1/runs", "{'workflowId':'noop','configurable':{" + wrong + "}}")
                    .refuses(400, "validation_error");
        }
        assertThat(desk.get("/v1/runs").json().array("runs").orElseThrow().items())
                .isEmpty();
        desk.post(
                        "/v1/runs",
                        "{'workflowId':'noop','configurable':{'recursionLimit':99999999,'escalationThreshold':1}}")
                .is(201);
    }

    @Test
    void aCredentialOfTheCallerIsRefusedBecauseNoProviderHereTakesOne() {
        for (String option : List.of("'ai.credentialRef':'secret_1'", "'ai':{'credentialRef':'secret_1'}")) {
            desk.post("/v1/runs", "{'workflowId':'noop','configurable':{" + option + "}}")
                    .refuses(403, "credential_forbidden");
        }
    }

    @Test
    void whoWantsToBeAloneIsRefusedWhileAnotherIsUnderWay() {
        desk.knows("slow", "core.delay", "'ms':60000");
        String body = "{'workflowId':'slow'}";
        String run = desk.post("/v1/runs", RestDesk.ACME, body, "X-Dedup", "enforce", "Idempotency-Key", "k1")
                .is(201)
                .text("runId");
        assertThat(desk.post("/v1/runs", RestDesk.ACME, body, "X-Dedup", "enforce")
                        .refuses(409, "run_already_active")
                        .body())
                .contains(run);
        assertThat(desk.post("/v1/runs", RestDesk.ACME, body, "X-Dedup", "enforce", "Idempotency-Key", "k1")
                        .is(201)
                        .text("runId"))
                .isEqualTo(run);
        desk.post("/v1/runs", RestDesk.GLOBEX, body, "X-Dedup", "enforce").is(201);
        desk.post("/v1/runs", RestDesk.ACME, body, "X-Dedup", "perhaps").refuses(400, "validation_error");
        desk.post("/v1/runs", body).is(201);
    }

    @Test
    void anAgentAloneIsRefusedByTheNameOfWhatIsMissing() {
        assertThat(desk.post("/v1/runs", "{'agentId':'core.openwop.agent-examples.chat'}")
                        .refuses(400, "capability_required")
                        .body())
                .contains("\"requiredCapability\":\"agents.manifestRuntime\"");
    }
}
