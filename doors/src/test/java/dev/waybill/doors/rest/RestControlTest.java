package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What people tell runs over HTTP.
class RestControlTest {

    private final RestDesk desk = new RestDesk()
            .knows("noop", "core.noop", "")
            .knows("gate", "core.approvalGate", "'title':'ship?'")
            .knows("quorum", "core.approvalGate", "'title':'ship?','requiredApprovals':2")
            .knows("delay", "core.delay", "'ms':30000");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    @Test
    void aCancelledRunEndsAndIsToldSoAgain() {
        String run = desk.start("delay");
        assertThat(desk.post("/v1/runs/" + run + "/cancel", "{'reason':'enough'}")
                        .is(200)
                        .text("status"))
                .isIn("cancelling", "cancelled");
        desk.until(run, "cancelled");
        assertThat(desk.post("/v1/runs/" + run + "/cancel", "").is(200).text("status"))
                .isEqualTo("cancelled");
        String done = desk.start("noop");
        desk.until(done, "completed");
        assertThat(desk.post("/v1/runs/" + done + "/cancel", "{}").is(200).text("status"))
                .isEqualTo("completed");
    }

    @Test
    void manyAreCancelledAtOnceInTheirOrder() {
        String one = desk.start("delay");
        String other = desk.start("gate");
        List<JsonValue> results = desk.post(
                        "/v1/runs:bulk-cancel", "{'runIds':['" + one + "','run-does-not-exist','" + other + "']}")
                .is(200)
                .json()
                .array("results")
                .orElseThrow()
                .items();

        assertThat(results).hasSize(3);
        assertThat(item(results, 0).string("runId")).contains(one);
        assertThat(item(results, 0).toString()).contains("\"ok\":true");
        assertThat(item(results, 1).object("error").orElseThrow().string("code"))
                .contains("not_found");
        assertThat(item(results, 2).string("runId")).contains(other);
        desk.post("/v1/runs:bulk-cancel", "{'runIds':[]}").refuses(400, "validation_error");
        Reply many = desk.post("/v1/runs:bulk-cancel", "{'runIds':[" + "'r',".repeat(100) + "'r']}")
                .refuses(400, "validation_error");
        assertThat(many.body()).contains("\"maxRunIds\":100");
    }

    private static JsonObject item(List<JsonValue> results, int index) {
        return results.get(index).asObject().orElseThrow();
    }

    @Test
    void aPausedRunGoesOnWhenItIsResumed() {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        String pause = "/v1/runs/" + run + ":pause";
        Reply paused = desk.post(pause, RestDesk.ACME, "{'drainPolicy':'immediate'}", "Idempotency-Key", "p")
                .is(202);
        assertThat(paused.text("status")).isEqualTo("paused");
        Reply again = desk.post(pause, RestDesk.ACME, "{'drainPolicy':'immediate'}", "Idempotency-Key", "p")
                .is(202);
        assertThat(again.body()).isEqualTo(paused.body());
        assertThat(again.header("openwop-Idempotent-Replay")).contains("true");
        assertThat(desk.post(pause, "{}").refuses(409, "run_already_paused").body())
                .contains("\"runStatus\":\"paused\"", "\"pausedAt\"");
        desk.post("/v1/runs/" + run + ":resume", "{}").is(202);
        desk.until(run, "waiting-approval");
        assertThat(desk.post("/v1/runs/" + run + ":resume", "{}")
                        .refuses(409, "run_not_paused")
                        .body())
                .contains("\"runStatus\":\"waiting-approval\"");
    }

    @Test
    void aRunIsNotPausedBeforeItsNodesHaveFinished() {
        String run = desk.start("delay");
        desk.until(run, "running");
        String pause = "/v1/runs/" + run + ":pause";
        desk.post(pause, "{}").is(202);
        JsonObject draining = desk.get("/v1/runs/" + run).json();
        assertThat(draining.string("status")).contains("running");
        assertThat(draining.get("pausing")).isEqualTo(JsonBool.TRUE);
        assertThat(desk.post(pause, "{}").refuses(409, "run_already_paused").body())
                .contains("\"runStatus\":\"paused\"");
        desk.post("/v1/runs/" + run + "/cancel", "{}").is(200);
    }

    @Test
    void aBodyThatNobodyReadsIsRefusedAllTheSame() {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        desk.post("/v1/runs/" + run + ":pause", "{'drainPolicy':'immediate'}").is(202);
        String resume = "/v1/runs/" + run + ":resume";
        desk.post(resume, "{oops").refuses(400, "validation_error");
        desk.post(resume, "{'x':'" + "y".repeat(Bodies.DEFAULT.longest()) + "'}")
                .refuses(413, "payload_too_large");
        assertThat(desk.get("/v1/runs/" + run).text("status")).isEqualTo("paused");
        desk.post(resume, "{'reason':'back from lunch'}").is(202);
    }

    @Test
    void aQuestionIsAnsweredByItsNodeOnce() {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        String path = "/v1/runs/" + run + "/interrupts/n";
        desk.post(path, "{}").refuses(400, "validation_error");
        desk.post("/v1/runs/" + run + "/interrupts/other", "{'resumeValue':{'action':'accept'}}")
                .refuses(404, "interrupt_not_found");
        desk.post(path, "{'resumeValue':{'action':'accept'}}").is(200);
        desk.until(run, "completed");
        desk.post(path, "{'resumeValue':{'action':'reject'}}").refuses(409, "interrupt_already_resolved");
    }

    @Test
    void votersWhoShareAKeyAreToldApartByTheirNames() {
        String run = desk.start("quorum");
        desk.until(run, "waiting-approval");
        String path = "/v1/runs/" + run + "/interrupts/n";
        Reply first = desk.post(path, "{'resumeValue':{'action':'accept','voter':'ada'}}")
                .is(200);
        assertThat(first.text("status")).isEqualTo("waiting-approval");
        assertThat(first.json()
                        .object("interrupt")
                        .orElseThrow()
                        .object("votes")
                        .orElseThrow()
                        .string("ada"))
                .contains("accept");
        desk.post(path, "{'resumeValue':{'action':'accept','voter':'ada'}}").is(200);
        desk.post(path, "{'resumeValue':{'action':'accept','approver':'grace'}}")
                .is(200);
        desk.until(run, "completed");
    }
}
