package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Level 2: what agents remember, across runs, forks and time.
class MemoryInteropTest {

    private final JudgedHost host = JudgedHost.shared();

    /// A gate, then an agent that remembers something.
    private void knowsGateAndMemory(String id, String ref) {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'workflowId':'%s','nodes':[
                         {'nodeId':'gate','typeId':'core.approvalGate','config':{'title':'Go?'}},
                         {'nodeId':'m','typeId':'core.identity','config':{'memoryAction':'write-then-read'},
                          'agent':{'agentId':'core.test.agent','memoryRef':'%s'}}],
                         'edges':[{'id':'e','sourceNodeId':'gate','targetNodeId':'m'}],
                         'variables':[{'name':'memoryReadback','type':'object'}]}""".formatted(id, ref)).is(201);
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
        knowsGateAndMemory("m-wait", ref);
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

    /// Two children write at once, for the same agent: neither write is lost, each has its own version, and the turn
    /// after them reads both.
    @Test
    void writesOfChildrenAtOnceAreOneAfterTheOtherAndTheNextTurnSeesThemAll() {
        String worker = "{'workflowId':'m-%s','nodes':[{'nodeId':'m','typeId':'core.identity',"
                + "'config':{'memoryAction':'write-then-read'},"
                + "'agent':{'agentId':'core.test.agent-%s','memoryRef':'m-shared'}}],"
                + "'variables':[{'name':'memoryReadback','type':'object'}]}";
        host.post(JudgedHost.SEAMS + "/workflows", worker.formatted("one", "one"))
                .is(201);
        host.post(JudgedHost.SEAMS + "/workflows", worker.formatted("two", "two"))
                .is(201);
        host.post(JudgedHost.SEAMS + "/workflows", worker.formatted("three", "three"))
                .is(201);
        String run = host.start(host.team(
                "m-team",
                "{'kind':'next-worker','nextWorkerIds':['m-one','m-two']},"
                        + "{'kind':'next-worker','nextWorkerIds':['m-three']},{'kind':'terminate'}",
                "'fanOutPolicy':'parallel'"));
        host.until(run, "completed");
        List<String> children = host.log(run).of("node.dispatched").payloads().stream()
                .map(payload -> payload.string("childRunId").orElseThrow())
                .toList();
        assertThat(children).hasSize(3);
        List<String> written = children.stream().map(this::written).toList();
        assertThat(written).doesNotHaveDuplicates();
        String seenByTheThird = host.get("/v1/host/waybill/runs/" + children.getLast() + "/memory?ref=m-shared")
                .is(200)
                .body();
        assertThat(seenByTheThird).contains(written);
        List<String> versions = written.stream()
                .map(id -> host.get("/v1/host/waybill/memory/m-shared/" + id + "/history")
                        .is(200)
                        .json()
                        .array("changes")
                        .orElseThrow()
                        .get(0)
                        .asObject()
                        .orElseThrow()
                        .get("version"))
                .map(String::valueOf)
                .toList();
        assertThat(versions).doesNotHaveDuplicates();
        assertThat(Integer.parseInt(versions.getLast()))
                .isGreaterThan(Integer.parseInt(versions.get(0)))
                .isGreaterThan(Integer.parseInt(versions.get(1)));
    }

    private String written(String child) {
        return host.log(child)
                .of("memory.written")
                .onePayload()
                .string("memoryId")
                .orElseThrow();
    }

    @Test
    void anEntryMayHaveItsLimitAndNotAByteMore() {
        JsonObject memory =
                host.get("/.well-known/openwop").json().object("memory").orElseThrow();
        int most = Integer.parseInt(String.valueOf(memory.get("maxEntrySizeBytes")));
        put("m-size", "x".repeat(most));
        host.send(host.request("/v1/host/waybill/memory/m-size/one", host.key())
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"content\":\"" + "x".repeat(most + 1) + "\"}")))
                .is(400);
        // Bytes, not characters.
        host.send(host.request("/v1/host/waybill/memory/m-size/one", host.key())
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"content\":\"" + "é".repeat(most / 2 + 1) + "\"}")))
                .is(400);
    }
}
