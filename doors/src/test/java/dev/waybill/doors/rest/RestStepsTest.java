package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One step over HTTP, what it would take to go back to it, and the branches of a run.
class RestStepsTest {

    private static final String OURS = "/v1/host/waybill/runs/";

    private final RestDesk desk = new RestDesk()
            .knows("gated", "core.approvalGate", "'title':'Ship?','actions':['accept','reject']")
            .knows("fails", "core.fail", "'code':'rate_limited','message':'Too many.'")
            .knows("small", "core.noop", "")
            .knows("parent", "core.subWorkflow", "'workflowId':'small'")
            .knows("reads", "waybill.workspace.read", "'path':'plan.md'");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private String answered() {
        String run = desk.start("gated");
        desk.until(run, "waiting-approval");
        desk.post("/v1/runs/" + run + "/interrupts/n", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        desk.until(run, "completed");
        return run;
    }

    @Test
    void aStepTellsWhatItAskedAndWhoAnswered() {
        String run = answered();
        JsonObject step = desk.get(OURS + run + "/steps/n").is(200).json();
        assertThat(step.string("nodeId")).contains("n");
        assertThat(step.toString())
                .contains("\"ordinal\":1", "\"executions\":1", "Ship?", "\"state\":\"completed\"", "\"modelCalls\":[]");
        assertThat(step.array("questions").orElseThrow().toString()).contains("\"action\":\"accept\"");
    }

    @Test
    void aStepThatNeverWasIsNotThereAndNobodyElsesRunIs() {
        String run = answered();
        desk.get(OURS + run + "/steps/other").refuses(404, "not_found");
        desk.get(OURS + run + "/steps/n?ordinal=2").refuses(404, "not_found");
        desk.get(OURS + run + "/steps/n?ordinal=0").refuses(400, "validation_error");
        desk.get(OURS + run + "/steps/n", RestDesk.GLOBEX).refuses(404, "run_not_found");
        desk.get(OURS + run + "/fork-preview", RestDesk.GLOBEX).refuses(404, "run_not_found");
        desk.get(OURS + run + "/workspace", RestDesk.GLOBEX).refuses(404, "run_not_found");
    }

    @Test
    void aFailureSaysWhatToDoNext() {
        String run = desk.start("fails");
        JsonObject snapshot = desk.until(run, "failed");
        String next = "Wait as long as the provider asks, then branch from the step that failed.";
        assertThat(snapshot.object("error")
                        .orElseThrow()
                        .object("details")
                        .orElseThrow()
                        .string("next"))
                .contains(next);
        assertThat(desk.get(OURS + run + "/steps/n").is(200).text("next")).isEqualTo(next);
    }

    @Test
    void aPreviewCountsWhatBeganThereAndWhatWasUnderWay() {
        String run = answered();
        int head = desk.events(run).size();
        assertThat(preview(run, 0)).contains("\"steps\":1", "\"questions\":1", "\"nodes\":[\"n\"]");
        // The gate began at event 1 and waits at event 3: a branch there asks again.
        assertThat(preview(run, 3)).contains("\"steps\":1", "\"questions\":1");
        assertThat(preview(run, head)).contains("\"steps\":0", "\"questions\":0", "\"nodes\":[]");
        assertThat(preview(run, 0)).doesNotContain("costEstimateUsd");
        desk.get(OURS + run + "/fork-preview?fromSeq=" + (head + 1)).refuses(422, "invalid_from_seq");
    }

    @Test
    void aPreviewCountsChildRunsWithTheirSteps() {
        String run = desk.start("parent");
        desk.until(run, "completed");
        assertThat(preview(run, 0)).contains("\"childRuns\":1", "\"steps\":2", "\"nodes\":[\"n\"]");
    }

    private String preview(String run, long from) {
        return desk.get(OURS + run + "/fork-preview?fromSeq=" + from).is(200).body();
    }

    @Test
    void theBranchesOfARunAreListedByTheirSource() {
        String run = answered();
        String branch = desk.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':1}")
                .is(201)
                .text("runId");
        assertThat(desk.get("/v1/runs?sourceRunId=" + run).is(200).body())
                .startsWith("{\"runs\":[{\"runId\":\"" + branch + "\"")
                .containsOnlyOnce("\"workflowId\"")
                .contains("\"sequence\":1");
        assertThat(desk.get("/v1/runs?sourceRunId=" + branch).is(200).body()).contains("\"runs\":[]");
    }

    @Test
    void filesAreThoseThatTheRunSawThen() {
        write("the first plan");
        String run = desk.start("reads");
        desk.until(run, "completed");
        write("another plan");
        assertThat(desk.get(OURS + run + "/workspace?before=2").is(200).body())
                .contains("plan.md", "\"version\":1")
                .doesNotContain("content\"");
        assertThat(desk.get(OURS + run + "/workspace?before=2&path=plan.md")
                        .is(200)
                        .body())
                .contains("the first plan")
                .doesNotContain("another");
        desk.get(OURS + run + "/workspace?before=99").refuses(422, "invalid_from_seq");
    }

    private void write(String content) {
        desk.send(desk.request("/v1/host/workspace/files/plan.md", RestDesk.ACME)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"content\":\"" + content + "\"}"))
                        .build())
                .is(200);
    }

    @Test
    void aStreamIsLiveOrNot() {
        desk.get("/v1/runs/" + answered() + "/events?live=perhaps").refuses(400, "validation_error");
    }
}
