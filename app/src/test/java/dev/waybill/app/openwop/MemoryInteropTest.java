package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;

/// Level 2: what agents remember, across runs, forks and time.
class MemoryInteropTest {

    private final JudgedHost host = JudgedHost.shared();

    private void knows(String id, String type, String config) {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'workflowId':'%s','nodes':[{'nodeId':'n','typeId':'%s','config':{%s}}]}""".formatted(id, type, config))
                .is(201);
    }

    @Test
    void whatARunWritesIsReadBackAndToldWithoutItsContent() {
        String run = host.start("conformance-agent-memory-roundtrip");
        JsonObject end = host.until(run, "completed");
        assertThat(end.object("variables").orElseThrow().get("memoryReadback")).isNotNull();
        JsonObject written = host.log(run).of("memory.written").payloads().getFirst();
        assertThat(written.names()).contains("memoryRef", "memoryId").doesNotContain("content");
    }

    @Test
    void anotherTenantsMemoryIsEmptyNeverUnset() {
        String run = host.start("conformance-agent-memory-cross-tenant");
        JsonObject variables = host.until(run, "completed").object("variables").orElseThrow();
        assertThat(variables.array("ownerProbe").orElseThrow().items()).isNotEmpty();
        assertThat(variables.has("crossTenantProbe")).isTrue();
        assertThat(String.valueOf(variables.get("crossTenantProbe"))).isIn("[]", "null");
    }

    @Test
    void aReplayTellsTheSameMemoriesAndNoOther() {
        String run = host.start("conformance-agent-memory-roundtrip");
        host.until(run, "completed");
        String replay = host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        host.until(replay, "completed");
        assertThat(host.log(replay).of("memory.written").payloads())
                .isEqualTo(host.log(run).of("memory.written").payloads());
    }

    @Test
    void aForkSeesWhatWasRememberedAtItsPointNotWhatIsRememberedNow() {
        String ref = "m-fork";
        put(ref, "first");
        knows("m-wait", "core.approvalGate", "'title':'Go?'");
        String run = host.start("m-wait");
        host.until(run, "waiting-approval");
        put(ref, "second");
        String seen = host.get("/v1/host/waybill/runs/" + run + "/memory?before=1&ref=" + ref)
                .is(200)
                .body();
        assertThat(seen).contains("first").doesNotContain("second");
        String branch = host.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':1}")
                .is(201)
                .text("runId");
        host.until(branch, "waiting-approval");
        assertThat(host.get("/v1/host/waybill/runs/" + branch + "/memory?before=1&ref=" + ref)
                        .is(200)
                        .body())
                .contains("first")
                .doesNotContain("second");
    }

    private void put(String ref, String content) {
        host.send(host.request("/v1/host/waybill/memory/" + ref + "/one", host.key())
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"content\":\"" + content + "\"}")))
                .is(200);
    }

    @Test
    void aForkWhosePointWasPrunedIsRefusedWithThePointAndTheReason() {
        String run = host.start("conformance-agent-memory-roundtrip");
        host.until(run, "completed");
        assertThat(host.command("prune", "--older-than", "0s").code()).isEqualTo(ExitCode.YES);
        JudgedHost.Reply reply = host.post("/v1/runs/" + run + ":fork", "{'mode':'replay','fromSeq':0}")
                .is(422);
        assertThat(reply.text("error")).isEqualTo("replay_memory_snapshot_unavailable");
        JsonObject details = reply.json().object("details").orElseThrow();
        assertThat(details.get("fromSeq")).hasToString("0");
        assertThat(details.string("sourceRunId")).contains(run);
        assertThat(details.string("reason")).get().isIn("retention_expired", "event_log_unavailable");
    }
}
