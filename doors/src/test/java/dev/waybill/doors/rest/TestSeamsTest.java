package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a test suite may change about a host that was started for it.
class TestSeamsTest {

    private static final String SEAMS = "/v1/host/sample";

    private static final String TEAM = """
            {'workflowId':'team','nodes':[
              {'nodeId':'plan','typeId':'core.orchestrator.supervisor',
               'config':{'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['noop']},{'kind':'terminate'}]}},
              {'nodeId':'work','typeId':'core.dispatch','config':{}}]}""";

    private final RestDesk desk = new RestDesk(true).knows("noop", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    @Test
    void aHostThatWasNotStartedForTestsHasNone() {
        try (RestDesk production = new RestDesk()) {
            production.post(SEAMS + "/workflows", TEAM).refuses(404, "not_found");
            production.get(SEAMS + "/test/runs/__probe__/events").refuses(404, "not_found");
            production.post(SEAMS + "/test/reset", "{}").refuses(404, "not_found");
        }
    }

    @Test
    void nobodyWithoutAKeyReachesThem() {
        desk.post(SEAMS + "/workflows", "", TEAM).is(401);
        desk.post(SEAMS + "/test/capability-toggle", "", "{'name':'x'}").is(401);
    }

    @Test
    void aBroughtWorkflowWithoutEdgesLoopsUntilItsSupervisorEndsIt() {
        desk.post(SEAMS + "/workflows", TEAM).is(201);
        String run = desk.start("team");
        desk.until(run, "completed");
        assertThat(desk.get(SEAMS + "/test/runs/" + run + "/events?type=runOrchestrator.decided")
                        .is(200)
                        .json()
                        .array("events")
                        .orElseThrow()
                        .items())
                .hasSize(2);
    }

    @Test
    void aWorkflowThatCannotRunIsNotTaken() {
        desk.post(SEAMS + "/workflows", "{'workflowId':'bad'}").refuses(400, "validation_error");
        assertThat(desk.post(SEAMS + "/workflows", TEAM.replace("core.dispatch", "core.nothing"))
                        .refuses(400, "validation_error")
                        .body())
                .contains("requiredCapability");
    }

    @Test
    void aRunThatNobodyKnowsHasNoEvents() {
        assertThat(desk.get(SEAMS + "/test/runs/__probe__/events").is(200).body())
                .isEqualTo("{\"events\":[]}");
    }

    @Test
    void aCapabilityThatIsSwitchedOffIsNeitherSaidNorServedUntilTheReset() {
        desk.post(SEAMS + "/workflows", TEAM).is(201);
        assertThat(desk.post(SEAMS + "/test/capability-toggle", "{'name':'agents.dispatch','value':false}")
                        .is(200)
                        .body())
                .contains("agents.dispatch");
        assertThat(desk.get("/.well-known/openwop").body()).contains("\"dispatch\":false");
        assertThat(desk.post(SEAMS + "/workflows", TEAM)
                        .refuses(400, "validation_error")
                        .body())
                .contains("\"requiredCapability\":\"agents.dispatch\"");
        desk.post("/v1/runs", "{'workflowId':'team'}").refuses(400, "validation_error");
        desk.post(SEAMS + "/test/reset", "{}").is(200);
        desk.post(SEAMS + "/workflows", TEAM).is(201);
    }

    @Test
    void theSpansOfARunAreThereToBeSearched() {
        String run = desk.start("noop");
        desk.until(run, "completed");
        String spans =
                desk.get("/v1/host/sample/test/otel/spans?runId=" + run).is(200).body();
        assertThat(spans).contains("\"name\":", "\"attributes\":", "\"events\":", "noop");
        assertThat(desk.get("/.well-known/openwop").is(200).body())
                .contains("\"testSeams\":{\"otelScrape\":true,\"debugBundleExport\":true}");
        desk.get("/v1/host/sample/test/otel/spans").refuses(400, "validation_error");
        desk.get("/v1/host/sample/test/otel/spans?runId=" + run, RestDesk.GLOBEX)
                .refuses(404, "run_not_found");
    }

    @Test
    void theDebugBundleIsTheOneThatEverybodyGets() {
        String run = desk.start("noop");
        desk.until(run, "completed");
        JsonObject exported = desk.post("/v1/host/sample/test/debug-bundle/export", "{'runId':'" + run + "'}")
                .is(200)
                .json();
        JsonObject usual = desk.get("/v1/runs/" + run + "/debug-bundle").is(200).json();
        assertThat(exported.without("generatedAt")).isEqualTo(usual.without("generatedAt"));
        desk.post("/v1/host/sample/test/debug-bundle/export", "{}").refuses(400, "validation_error");
    }
}
