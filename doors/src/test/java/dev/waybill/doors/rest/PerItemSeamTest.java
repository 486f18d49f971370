package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What suites ask about one workflow that is sent out over many items: the children are real, and so is
/// the replay.
class PerItemSeamTest {

    private static final String SEAM = "/v1/host/sample/dispatch/per-item";
    private static final String TWO = "'nextWorkerIds':['conformance.child','conformance.child']";
    private static final String ITEMS = ",'nextWorkerInputs':[{'contactId':'c-1'},{'contactId':'c-2'}]";

    private final RestDesk desk = new RestDesk(true);

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private JsonObject sent(String body) {
        return desk.post(SEAM, "{" + body + "}").is(200).json();
    }

    private static List<JsonObject> children(JsonObject sent) {
        return sent.array("children").orElseThrow().items().stream()
                .map(child -> child.asObject().orElseThrow())
                .toList();
    }

    private static List<String> inputs(JsonObject sent) {
        return children(sent).stream()
                .map(child -> String.valueOf(child.get("inputs")))
                .toList();
    }

    @Test
    void everyChildGetsTheInputsAtItsOwnPlace() {
        JsonObject sent = sent(TWO + ITEMS);
        assertThat(inputs(sent)).containsExactly("{\"contactId\":\"c-1\"}", "{\"contactId\":\"c-2\"}");
        String parent = sent.string("runId").orElseThrow();
        assertThat(desk.get("/v1/runs/" + parent).text("status")).isEqualTo("completed");
        for (JsonObject child : children(sent)) {
            Reply run = desk.get("/v1/runs/" + child.string("runId").orElseThrow());
            assertThat(run.text("parentRunId")).as("a run like any other").isEqualTo(parent);
            assertThat(run.text("workflowId")).isEqualTo("seam-item");
            assertThat(run.json().get("inputs")).isEqualTo(child.get("inputs"));
        }
    }

    @Test
    void theItemWinsOverTheMappingAndTheRestOfTheMappingStays() {
        JsonObject sent = sent(TWO + ITEMS + ",'inputMapping':{'contactId':'from-mapping','region':'us'}");
        for (JsonObject child : children(sent)) {
            assertThat(child.object("inputs").orElseThrow().string("region")).contains("us");
        }
        assertThat(inputs(sent).getFirst()).contains("\"contactId\":\"c-1\"");
        assertThat(inputs(sent).getLast()).contains("\"contactId\":\"c-2\"");
        JsonObject mapped = sent(TWO + ",'inputMapping':{'contactId':'from-mapping'}");
        assertThat(inputs(mapped))
                .as("the mapping was at work")
                .containsExactly("{\"contactId\":\"from-mapping\"}", "{\"contactId\":\"from-mapping\"}");
    }

    @Test
    void whatDoesNotMatchIsRefusedWithTheErrorOfItsRun() {
        for (String inputs : List.of("[]", "[{'contactId':'c-1'}]", "[{},{},{}]")) {
            Reply refused = desk.post(SEAM, "{" + TWO + ",'nextWorkerInputs':" + inputs + "}");
            refused.refuses(400, "validation_error");
            JsonObject details = refused.json().object("details").orElseThrow();
            String run = details.string("runId").orElseThrow();
            assertThat(desk.get("/v1/runs/" + run).text("status")).isEqualTo("failed");
            assertThat(desk.get("/v1/runs?workflowId=seam-item")
                            .json()
                            .array("runs")
                            .orElseThrow())
                    .isEmpty();
        }
    }

    @Test
    void aReplayReadsTheInputsFromTheRecord() {
        JsonObject sent = sent(TWO + ITEMS + ",'replay':true");
        assertThat(String.valueOf(sent.get("replayed"))).isEqualTo("true");
        assertThat(inputs(sent)).containsExactly("{\"contactId\":\"c-1\"}", "{\"contactId\":\"c-2\"}");
        String replay = sent.string("runId").orElseThrow();
        String source = sent.string("sourceRunId").orElseThrow();
        assertThat(replay).isNotEqualTo(source);
        JsonValue parts = desk.get("/v1/runs/" + replay + ":diff?against=" + source)
                .is(200)
                .json()
                .get("eventDiffs");
        assertThat(parts).hasToString("[]");
    }

    @Test
    void whatIsNoListOfWorkersIsRefusedAndNothingStarts() {
        desk.post(SEAM, "{}").refuses(400, "validation_error");
        desk.post(SEAM, "{'nextWorkerIds':[]}").refuses(400, "validation_error");
        desk.post(SEAM, "{'nextWorkerIds':['a'],'nextWorkerInputs':[1]}").refuses(400, "validation_error");
        desk.post(SEAM, "{'nextWorkerIds':['a'],'inputMapping':{'x':1}}").refuses(400, "validation_error");
        desk.post(SEAM, "", "{" + TWO + "}").is(401);
        assertThat(desk.get("/v1/runs").json().array("runs").orElseThrow()).isEmpty();
    }

    @Test
    void aHostThatDoesWithoutItRefusesAndStartsNobody() {
        desk.post("/v1/host/sample/test/capability-toggle", "{'name':'dispatch.perItemInput','value':false}")
                .is(200);
        desk.post(SEAM, "{" + TWO + ITEMS + "}").refuses(400, "validation_error");
        assertThat(desk.get("/v1/runs").json().array("runs").orElseThrow()).isEmpty();
        sent(TWO);
    }

    @Test
    void theCapabilityIsInDiscovery() {
        assertThat(desk.get("/.well-known/openwop").body()).contains("\"perItemInput\":true");
    }
}
