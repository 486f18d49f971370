package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What suites ask about a turn's past: which events of the log it was told, and how much that was.
class TranscriptSeamTest {

    private static final String SEAMS = "/v1/host/sample";
    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['noop']},";
    private static final String UNSURE =
            "'mockPendingDecision':{'kind':'next-worker','nextWorkerIds':['noop']},'mockConfidence':0.2";

    private final RestDesk desk = new RestDesk(true).knows("noop", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private String started(String config) {
        desk.post(SEAMS + "/workflows", """
                {'workflowId':'team','nodes':[
                  {'nodeId':'plan','typeId':'core.orchestrator.supervisor','config':{%s}},
                  {'nodeId':'work','typeId':'core.dispatch','config':{}}]}""".formatted(config)).is(201);
        return desk.start("team");
    }

    private String ran(String config) {
        String run = started(config);
        desk.until(run, "completed");
        return run;
    }

    private Reply asked(String run, Object iteration) {
        return desk.get(SEAMS + "/agent/transcript-window?runId=" + run + "&iteration=" + iteration);
    }

    private static List<String> ids(JsonObject window) {
        return window.array("eventIds").orElseThrow().items().stream()
                .map(id -> id.asString().orElseThrow())
                .toList();
    }

    private List<String> events(String run, String type) {
        return desk.events(run, type).stream()
                .map(event -> event.string("eventId").orElseThrow())
                .toList();
    }

    @Test
    void aTurnIsToldTheDecisionsBeforeItAndEveryCharacterIsCounted() {
        String run = ran("'mockDispatchPlan':[" + NEXT.repeat(3) + "{'kind':'terminate'}]");
        List<String> decided = events(run, "runOrchestrator.decided");
        for (int iteration = 1; iteration <= 4; iteration++) {
            JsonObject window = asked(run, iteration).is(200).json();
            assertThat(window.names())
                    .containsExactlyInAnyOrder("tokenCounter", "tokenCount", "eventIds", "summarizedRanges", "entries");
            assertThat(window.string("tokenCounter")).contains("chars");
            assertThat(ids(window)).isEqualTo(decided.subList(0, iteration - 1));
            assertThat(window.get("summarizedRanges")).hasToString("[]");
            long count = 0;
            for (JsonValue entry : window.array("entries").orElseThrow()) {
                String rendered =
                        entry.asObject().flatMap(it -> it.string("rendered")).orElseThrow();
                assertThat(rendered).contains("next-worker").doesNotContain("eventId");
                count += rendered.codePoints().count();
            }
            assertThat(window.get("tokenCount")).hasToString(String.valueOf(count));
        }
    }

    @Test
    void aTurnIsToldNoMoreTurnsThanItsAuthorWants() {
        String run = ran("'transcriptWindow':2,'mockDispatchPlan':[" + NEXT.repeat(4) + "{'kind':'terminate'}]");
        List<String> decided = events(run, "runOrchestrator.decided");
        assertThat(ids(asked(run, 5).is(200).json())).isEqualTo(decided.subList(2, 4));
        assertThat(ids(asked(run, 2).is(200).json())).isEqualTo(decided.subList(0, 1));
    }

    @Test
    void aProposalThatAPersonRejectedIsAnEventOfTheLogToo() {
        String run = started(UNSURE);
        desk.until(run, "waiting-approval");
        desk.post("/v1/runs/" + run + "/interrupts/plan", "{'resumeValue':{'action':'reject'}}")
                .is(200);
        desk.until(run, "completed");
        JsonObject window = asked(run, 1).is(200).json();
        assertThat(ids(window)).hasSize(1).isSubsetOf(events(run, "interrupt.resolved"));
    }

    @Test
    void whatIsNoTurnOfTheRunIsRefused() {
        String run = ran("'mockDispatchPlan':[{'kind':'terminate'}]");
        asked(run, 1).is(200);
        asked(run, 2).refuses(400, "validation_error");
        asked(run, 0).refuses(400, "validation_error");
        asked(run, "x").refuses(400, "validation_error");
        desk.get(SEAMS + "/agent/transcript-window?runId=" + run).refuses(400, "validation_error");
        desk.get(SEAMS + "/agent/transcript-window?iteration=1").refuses(400, "validation_error");
        asked("run_00000000000000000000000000", 1).is(404);
        desk.get(SEAMS + "/agent/transcript-window?runId=" + run + "&iteration=1", RestDesk.GLOBEX)
                .is(404);
    }
}
