package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.Scope;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What runs leave for people, over HTTP.
class RestArtifactsTest {

    private static final String REPORT = "# Größe\n";

    private final RestDesk desk = new RestDesk()
            .knows(
                    "report",
                    "waybill.artifact",
                    "'artifactType':'report','contentType':'text/markdown','name':'report.md','content':'# Größe\\n'")
            .knows(
                    "bytes",
                    "waybill.artifact",
                    "'contentType':'application/octet-stream','encoding':'base64','content':'AAH/'")
            .knows("json", "waybill.artifact", "'content':{'a':[1,2.5]}")
            .knows("wrong", "waybill.artifact", "'encoding':'base64','content':'no base64!'")
            .knows("large", "waybill.artifact", "'content':'" + "x".repeat((1 << 20) + 1) + "'")
            .knows("none", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    @Test
    void whatANodeLeavesIsListedAndReadAsItWasKept() {
        String run = desk.start("report");
        desk.until(run, "completed");
        String digest = Digest.of(REPORT.getBytes(StandardCharsets.UTF_8)).toString();
        JsonObject row = desk.get("/v1/runs/" + run + "/artifacts")
                .is(200)
                .json()
                .array("artifacts")
                .orElseThrow()
                .get(0)
                .asObject()
                .orElseThrow();
        assertThat(row.string("artifactId")).hasValue("n");
        assertThat(row.string("artifactType")).hasValue("report");
        assertThat(row.string("name")).hasValue("report.md");
        assertThat(row.string("digest")).hasValue(digest);
        Reply read = desk.get("/v1/runs/" + run + "/artifacts/n").is(200);
        assertThat(read.body()).isEqualTo(REPORT);
        assertThat(read.header("Content-Type")).hasValue("text/markdown");
        assertThat(read.header("ETag")).hasValue("\"" + digest + "\"");
        assertThat(read.header("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(read.header("Content-Disposition")).hasValue("attachment");
    }

    @Test
    void theEventTellsOfItWithoutWhatItHolds() {
        String run = desk.start("report");
        desk.until(run, "completed");
        String events =
                desk.get("/v1/runs/" + run + "/events?streamMode=debug").is(200).body();
        assertThat(events).contains("\"artifact.created\"", "\"artifactId\":\"n\"", "\"artifactType\":\"report\"");
        assertThat(events).doesNotContain("# Größe");
    }

    @Test
    void bytesAndValuesAreKeptToo() {
        String bytes = desk.start("bytes");
        desk.until(bytes, "completed");
        assertThat(desk.get("/v1/runs/" + bytes + "/artifacts").body()).contains("\"size\":3");
        String json = desk.start("json");
        desk.until(json, "completed");
        Reply read = desk.get("/v1/runs/" + json + "/artifacts/n").is(200);
        assertThat(read.body()).isEqualTo("{\"a\":[1,2.5]}");
        assertThat(read.header("Content-Type")).hasValue("application/json");
    }

    @Test
    void whatCannotBeKeptFailsItsNodeAndLeavesNothing() {
        for (String each : new String[] {"wrong", "large"}) {
            String run = desk.start(each);
            assertThat(desk.until(run, "failed").toString()).contains("artifact_");
            assertThat(desk.get("/v1/runs/" + run + "/artifacts").is(200).body())
                    .isEqualTo("{\"artifacts\":[]}");
        }
    }

    @Test
    void whoMayNotReadArtifactsAndWhoIsSomebodyElseGetNone() {
        String run = desk.start("report");
        desk.until(run, "completed");
        desk.key("wbk_reader", "acme", EnumSet.of(Scope.RUNS_READ));
        desk.get("/v1/runs/" + run + "/artifacts/n", "wbk_reader").refuses(403, "forbidden");
        desk.get("/v1/runs/" + run + "/artifacts/n", RestDesk.GLOBEX).refuses(404, "run_not_found");
        desk.get("/v1/runs/" + run + "/artifacts/other").refuses(404, "artifact_not_found");
        desk.get("/v1/runs/" + run + "/artifacts", "").refuses(401, "unauthenticated");
    }

    @Test
    void aReplayLeavesTheSameAndABranchDoesNotLeaveItTwice() {
        String run = desk.start("report");
        desk.until(run, "completed");
        String replay = desk.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        desk.until(replay, "completed");
        assertThat(desk.get("/v1/runs/" + replay + "/artifacts/n").is(200).body())
                .isEqualTo(REPORT);
        int created = desk.get("/v1/runs/" + run + "/events?streamMode=debug")
                .body()
                .split("artifact.created", -1)[0]
                .split("\"sequence\":", -1)
                .length;
        for (int from = 1; from <= created + 1; from++) {
            String branch = desk.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':" + from + "}")
                    .is(201)
                    .text("runId");
            desk.until(branch, "completed");
            assertThat(desk.get("/v1/runs/" + branch + "/artifacts")
                            .json()
                            .array("artifacts")
                            .orElseThrow()
                            .items())
                    .as("from %d", from)
                    .hasSize(1);
        }
    }
}
