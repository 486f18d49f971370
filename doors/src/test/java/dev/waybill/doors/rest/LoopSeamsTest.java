package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.heartbeat.Heartbeats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What suites ask of loops and heartbeats: real runs answer.
class LoopSeamsTest {

    private static final String SEAMS = "/v1/host/sample";
    private static final String BEATS = "/v1/host/waybill/heartbeats/";
    private static final String ASKING = """
            {'workflowId':'asking','nodes':[
              {'nodeId':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                {'kind':'next-worker','nextWorkerIds':['noop']},
                {'kind':'clarify','questions':[{'id':'q1','question':'Which?'}]},{'kind':'terminate'}]}},
              {'nodeId':'work','typeId':'core.dispatch','config':{}}]}""";

    private final RestDesk desk = new RestDesk(true).knows("noop", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private JsonObject loop(String body) {
        return desk.post(SEAMS + "/agentloop/run", body).is(200).json();
    }

    private static List<String> iterations(JsonObject loop) {
        return loop.array("decisions").orElseThrow().items().stream()
                .map(decision ->
                        String.valueOf(decision.asObject().orElseThrow().get("iteration")))
                .toList();
    }

    @Test
    void everyTurnOfARealRunCounts() {
        JsonObject loop = loop("{'turns':3}");
        assertThat(iterations(loop)).containsExactly("1", "2", "3");
        String run = loop.string("runId").orElseThrow();
        assertThat(desk.get(SEAMS + "/test/runs/" + run + "/events?type=runOrchestrator.decided")
                        .body())
                .contains("\"iteration\":1", "\"iteration\":2", "\"iteration\":3")
                .doesNotContain("\"iteration\":4");
        assertThat(desk.get("/v1/runs/" + run).text("status")).isEqualTo("completed");
    }

    @Test
    void whatATurnWritesIsSeenInTheNextOne() {
        JsonObject loop = loop("{'turns':2,'workspaceWriteAtTurn':1}");
        assertThat(String.valueOf(loop.get("workspaceVisible")))
                .isEqualTo("{\"atWriteTurn\":false,\"atNextTurn\":true}");
        assertThat(iterations(loop)).containsExactly("1", "2");
    }

    @Test
    void aLoopGoesOnWithTheTurnThatAsked() {
        JsonObject loop = loop("{'turns':4,'suspendAtTurn':2,'resume':true}");
        assertThat(loop.get("resumedIteration")).hasToString("2");
        assertThat(iterations(loop)).containsExactly("1", "2", "3", "4");
        JsonObject waiting = loop("{'turns':4,'suspendAtTurn':2}");
        assertThat(waiting.string("status")).contains("waiting-input");
        assertThat(waiting.has("resumedIteration")).isFalse();
        assertThat(iterations(waiting)).containsExactly("1", "2");
    }

    @Test
    void whatCannotBeIsRefused() {
        desk.post(SEAMS + "/agentloop/run", "{'turns':0}").refuses(400, "validation_error");
        desk.post(SEAMS + "/agentloop/run", "{'turns':'x'}").refuses(400, "validation_error");
        desk.post(SEAMS + "/heartbeat/tick", "{'heartbeatId':'a'}").refuses(400, "validation_error");
        desk.post(SEAMS + "/workspace/op", "{'op':'burn'}").refuses(400, "validation_error");
        desk.post(BEATS + "a/tick", "{}").refuses(400, "validation_error");
        desk.post(BEATS + "a/tick", "{'observedState':1,'workflowId':'nobody'}").is(404);
        desk.post(BEATS + "a/tick", "", "{'observedState':1}").is(401);
    }

    @Test
    void theWorkspaceSeamIsTheWorkspace() {
        desk.post(SEAMS + "/workspace/op", "{'op':'put','path':'a.md','content':'one'}")
                .is(200);
        assertThat(desk.get("/v1/host/workspace/files/a.md").text("content")).isEqualTo("one");
        assertThat(desk.post(SEAMS + "/workspace/op", "{'op':'get','path':'a.md'}")
                        .text("content"))
                .isEqualTo("one");
        assertThat(desk.post(SEAMS + "/workspace/op", "{'op':'list'}").body()).contains("a.md");
        desk.post(SEAMS + "/workspace/op", "{'op':'put','path':'a.md','content':'two','ifMatch':'9-x'}")
                .refuses(409, "workspace_conflict");
        desk.post(SEAMS + "/workspace/op", "{'op':'delete','path':'a.md'}").is(204);
        desk.get("/v1/host/workspace/files/a.md").is(404);
    }

    private static String member(Reply beat, String name) {
        return String.valueOf(beat.is(200).json().get(name));
    }

    @Test
    void aHeartbeatTellsATransitionOnceAndNothingWhereNothingChanged() {
        String tick = "{'heartbeatId':'door','observedState':%s}";
        assertThat(member(desk.post(SEAMS + "/heartbeat/tick", tick.formatted("'shut'")), "stateChanged"))
                .isEqualTo("[]");
        Reply same = desk.post(SEAMS + "/heartbeat/tick", tick.formatted("'shut'"));
        assertThat(member(same, "evaluated"))
                .isEqualTo("[{\"heartbeatId\":\"door\",\"status\":\"ok\",\"changed\":false}]");
        assertThat(member(same, "stateChanged")).isEqualTo("[]");
        Reply changed = desk.post(SEAMS + "/heartbeat/tick", tick.formatted("{'open':true}"));
        assertThat(member(changed, "stateChanged"))
                .isEqualTo("[{\"heartbeatId\":\"door\",\"from\":\"shut\",\"to\":{\"open\":true}}]");
        assertThat(member(changed, "enqueuedRuns")).isEqualTo("0");
    }

    @Test
    void twoChangesOfAHeartbeatAreAtLeastItsIntervalApart() {
        desk.post(SEAMS + "/workflows", ASKING).is(201);
        for (int state = 1; state < 4; state++) {
            desk.post(BEATS + "quick/tick", "{'observedState':%d,'workflowId':'asking'}".formatted(state))
                    .is(200);
        }
        List<Instant> starts =
                desk.get("/v1/runs?workflowId=asking").is(200).json().array("runs").orElseThrow().items().stream()
                        .map(run -> Instant.parse(run.asObject()
                                .flatMap(it -> it.string("startedAt"))
                                .orElseThrow()))
                        .sorted()
                        .toList();
        assertThat(starts).hasSize(2);
        assertThat(Duration.between(starts.get(0), starts.get(1))).isGreaterThanOrEqualTo(Heartbeats.LEAST_INTERVAL);
    }

    @Test
    void aLookThatTakesTooLongChangesNothing() {
        desk.post(BEATS + "slow/tick", "{'observedState':1}").is(200);
        Reply late =
                desk.post(SEAMS + "/heartbeat/tick", "{'heartbeatId':'slow','observedState':2,'simulateSlowMs':60000}");
        assertThat(member(late, "evaluated")).contains("\"timeout\"", "\"changed\":false");
        assertThat(member(desk.post(BEATS + "slow/tick", "{'observedState':1}"), "stateChanged"))
                .isEqualTo("[]");
    }

    @Test
    void aHeartbeatStartsAFreshRunAndLeavesALoopThatWaitsAlone() {
        desk.post(SEAMS + "/workflows", ASKING).is(201);
        String waiting = desk.start("asking");
        desk.until(waiting, "waiting-input");
        String before = desk.get("/v1/runs/" + waiting + "/events/poll").body();
        String tick = "{'observedState':%d,'workflowId':'asking'}";
        desk.post(BEATS + "stock/tick", tick.formatted(1)).is(200);
        List<String> started = new ArrayList<>();
        for (int state = 2; state < 5; state++) {
            JsonValue runs = Objects.requireNonNull(desk.post(BEATS + "stock/tick", tick.formatted(state))
                    .is(200)
                    .json()
                    .get("enqueuedRuns"));
            started.add(runs.asArray().orElseThrow().get(0).asString().orElseThrow());
        }
        assertThat(started).doesNotHaveDuplicates().doesNotContain(waiting);
        for (String run : started) {
            desk.until(run, "waiting-input");
            assertThat(desk.get(SEAMS + "/test/runs/" + run + "/events?type=runOrchestrator.decided")
                            .body())
                    .contains("\"iteration\":1", "\"iteration\":2");
        }
        assertThat(desk.get("/v1/runs/" + waiting + "/events/poll").body()).isEqualTo(before);
        assertThat(desk.get("/v1/runs/" + waiting).text("status")).isEqualTo("waiting-input");
    }

    @Test
    void ofManyWhoSeeTheSameChangeOneStartsARun() throws Exception {
        desk.post(BEATS + "race/tick", "{'observedState':1}").is(200);
        List<Future<Reply>> ticks = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int n = 0; n < 8; n++) {
                ticks.add(threads.submit(
                        () -> desk.post(BEATS + "race/tick", "{'observedState':2,'workflowId':'noop'}")));
            }
        }
        for (Future<Reply> tick : ticks) {
            tick.get().is(200);
        }
        assertThat(desk.get("/v1/runs?workflowId=noop").json().array("runs").orElseThrow())
                .hasSize(1);
    }

    @Test
    void noOtherTenantsHeartbeatIsCompared() {
        desk.post(BEATS + "same/tick", "{'observedState':1}").is(200);
        assertThat(member(desk.post(BEATS + "same/tick", RestDesk.GLOBEX, "{'observedState':2}"), "stateChanged"))
                .isEqualTo("[]");
    }

    @Test
    void aHostThatWasNotStartedForTestsHasNoSeams() {
        try (RestDesk production = new RestDesk()) {
            production.post(SEAMS + "/agentloop/run", "{'turns':1}").refuses(404, "not_found");
            production
                    .post(SEAMS + "/heartbeat/tick", "{'heartbeatId':'a','observedState':1}")
                    .refuses(404, "not_found");
        }
    }
}
