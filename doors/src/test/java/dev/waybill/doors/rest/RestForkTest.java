package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Forks over HTTP, and how two runs differ.
class RestForkTest {

    private final RestDesk desk = new RestDesk().knows("""
            {'id':'echo','name':'echo','version':'1.0','triggers':[{'id':'t','type':'manual'}],
            'variables':[{'id':'who','name':'who','type':'string'}],
            'nodes':[{'id':'n','typeId':'core.identity','name':'n','position':{'x':0,'y':0},'config':{},
            'inputs':{'who':{'type':'variable','variableName':'who'}}}],
            'edges':[],'metadata':{},'settings':{}}""");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private String source() {
        String run = desk.post("/v1/runs", "{'workflowId':'echo','inputs':{'who':'Ada'}}")
                .is(201)
                .text("runId");
        desk.until(run, "completed");
        return run;
    }

    private Reply fork(String run, String body) {
        return desk.post("/v1/runs/" + run + ":fork", body);
    }

    @Test
    void aReplayRepeatsItsSource() {
        String run = source();
        Reply fork = fork(run, "{'mode':'replay'}").is(201);
        assertThat(fork.text("sourceRunId")).isEqualTo(run);
        assertThat(fork.text("mode")).isEqualTo("replay");
        desk.until(fork.text("runId"), "completed");

        List<JsonObject> original = desk.events(run);
        List<JsonObject> repeated = desk.events(fork.text("runId"));
        assertThat(repeated).hasSameSizeAs(original);
        JsonObject diff = desk.get("/v1/runs/" + run + ":diff?against=" + fork.text("runId"))
                .is(200)
                .json();
        assertThat(diff.toString()).contains("\"divergedAtSeq\":null", "\"eventDiffs\":[]");
    }

    private void repeats(String run, long from) {
        Reply replay = fork(run, "{'mode':'replay','fromSeq':" + from + "}").is(201);
        assertThat(replay.json().get("fromSeq")).hasToString(String.valueOf(from));
        String again = replay.text("runId");
        desk.until(again, "completed");
        assertThat(desk.get("/v1/runs/" + run + ":diff?against=" + again).body())
                .as("from %d", from)
                .contains("\"divergedAtSeq\":null", "\"eventDiffs\":[]");
    }

    @Test
    void aReplayRepeatsABranchFromAnyPlaceAlsoBeforeItBegan() {
        String branch = fork(source(), "{'mode':'branch','fromSeq':2,'runOptionsOverlay':{}}")
                .is(201)
                .text("runId");
        desk.until(branch, "completed");
        for (long from = 0; from <= desk.events(branch).size(); from++) {
            repeats(branch, from);
        }
        String replay = fork(branch, "{'mode':'replay','fromSeq':3}").is(201).text("runId");
        desk.until(replay, "completed");
        repeats(replay, 0);
    }

    @Test
    void aBranchGoesOnWithOtherValues() {
        String run = source();
        Reply fork = fork(run, "{'mode':'branch','fromSeq':1,'runOptionsOverlay':{'variables':{'who':'Grace'}}}")
                .is(201);
        JsonObject snapshot = desk.until(fork.text("runId"), "completed");
        assertThat(snapshot.toString()).contains("Grace");
        assertThat(snapshot.string("parentRunId")).contains(run);
        JsonObject diff = desk.get("/v1/runs/" + run + ":diff?against=" + fork.text("runId"))
                .is(200)
                .json();
        long first = Long.parseLong(String.valueOf(diff.get("divergedAtSeq")));
        assertThat(first).isPositive();
        assertThat(diff.array("eventDiffs").orElseThrow().get(0).toString()).startsWith("{\"seq\":" + first);
    }

    @Test
    void aBranchHasTheTagsAndTheMetadataOfItsOverlayOverThoseOfItsSource() {
        String run = desk.until(
                        desk.post(
                                        "/v1/runs",
                                        "{'workflowId':'echo','inputs':{'who':'Ada'},'tags':['old'],'metadata':{'team':'a','kept':1}}")
                                .is(201)
                                .text("runId"),
                        "completed")
                .string("runId")
                .orElseThrow();
        String overlay = "'runOptionsOverlay':{'tags':['new'],'metadata':{'team':'b'}}";
        for (int from : new int[] {0, 1}) {
            String branch = fork(run, "{'mode':'branch','fromSeq':%d,%s}".formatted(from, overlay))
                    .is(201)
                    .text("runId");
            JsonObject snapshot = desk.until(branch, "completed");
            assertThat(snapshot.get("tags")).hasToString("[\"new\"]");
            assertThat(snapshot.get("metadata")).hasToString("{\"team\":\"b\",\"kept\":1}");
            String second = fork(branch, "{'mode':'branch','fromSeq':1,'runOptionsOverlay':{'metadata':{'more':2}}}")
                    .is(201)
                    .text("runId");
            assertThat(desk.until(second, "completed").get("metadata"))
                    .hasToString("{\"team\":\"b\",\"kept\":1,\"more\":2}");
        }
        fork(run, "{'mode':'branch','fromSeq':1,'runOptionsOverlay':{'colour':'red'}}")
                .refuses(400, "validation_error");
        fork(run, "{'mode':'branch','fromSeq':1,'runOptionsOverlay':{'tags':'red'}}")
                .refuses(400, "validation_error");
    }

    @Test
    void whatCannotBeForkedIsRefusedInOrder() {
        String run = source();
        fork(run, "{'mode':'other'}").refuses(400, "validation_error");
        fork(run, "{}").refuses(400, "validation_error");
        fork(run, "{'mode':'branch'}").refuses(400, "validation_error");
        fork(run, "{'mode':'replay','fromSeq':-1}").refuses(400, "validation_error");
        fork(run, "{'mode':'replay','runOptionsOverlay':{}}").is(201);
        fork(run, "{'mode':'replay','runOptionsOverlay':{'variables':{'who':'x'}}}")
                .refuses(400, "validation_error");
        fork(run, "{'mode':'branch','fromSeq':10000}").refuses(422, "invalid_from_seq");
        fork("run_01JD000000000000000000000Z", "{'mode':'replay'}").refuses(404, "run_not_found");
    }

    @Test
    void aForkHasASourceAndNoParent() {
        String run = source();
        String fork = fork(run, "{'mode':'replay'}").is(201).text("runId");
        assertThat(desk.get("/v1/runs/" + fork + "/ancestry").is(200).body())
                .isEqualTo("{\"runId\":\"" + fork + "\",\"hostId\":\"waybill-test\",\"parent\":null}");
    }

    @Test
    void aRunOfAnotherHostIsTheParentOneHopAway() {
        String parent = "{\"hostId\":\"waybill-a\",\"runId\":\"run_there\",\"eventId\":\"evt_there\","
                + "\"wellKnownUrl\":\"https://a.example/.well-known/openwop\"}";
        String run = desk.post(
                        "/v1/runs",
                        RestDesk.ACME,
                        "{'workflowId':'echo','inputs':{'who':'Ada'}}",
                        "Waybill-Parent",
                        parent)
                .is(201)
                .text("runId");
        desk.until(run, "completed");
        assertThat(desk.get("/v1/runs/" + run + "/ancestry").is(200).body())
                .isEqualTo("{\"runId\":\"" + run + "\",\"hostId\":\"waybill-test\",\"parent\":{\"runId\":\"run_there\","
                        + "\"hostId\":\"waybill-a\",\"cause\":\"core.dispatch\","
                        + "\"wellKnownUrl\":\"https://a.example/.well-known/openwop\"}}");
        assertThat(desk.events(run).getFirst().string("causationId")).contains("evt_there");
        assertThat(desk.events(run).getFirst().toString()).contains("\"causationHostId\":\"waybill-a\"");
        String fork = fork(run, "{'mode':'replay'}").is(201).text("runId");
        assertThat(desk.get("/v1/runs/" + fork + "/ancestry").is(200).body()).contains("\"parent\":null");
    }

    @Test
    void aParentThatNobodyCouldFollowIsRefused() {
        desk.post("/v1/runs", RestDesk.ACME, "{'workflowId':'echo'}", "Waybill-Parent", "{\"hostId\":\"h\"}")
                .refuses(400, "validation_error");
    }
}
