package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Level 6 over HTTP: critics, convergence, sub-run attestation. Every event is judged by OpenWOP's schemas on the way.
class VerifierInteropTest {

    private static final String CHILD = "conformance-dispatch-output-mapping-child";
    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['" + CHILD + "']}";
    private static final String END = "{'kind':'terminate','reason':'done'}";
    private static final String MAPPING = "'outputMapping':{'parentResult':'childOutcome'}";

    private final JudgedHost host = JudgedHost.shared();

    private String team(String id, String plan, String config) {
        return host.start(host.team(id, plan, MAPPING + "," + config));
    }

    private static Optional<JsonValue> merged(JsonObject snapshot) {
        return snapshot.object("variables").map(variables -> variables.get("parentResult"));
    }

    @Test
    void theHostSaysSo() {
        JsonObject document = host.get("/.well-known/openwop").json();
        assertThat(document.object("multiAgent").orElseThrow().toString())
                .contains("\"verifier\":{\"supported\":true,\"gating\":true}");
        assertThat(document.object("agents").orElseThrow().toString()).contains("\"subRunAttestation\":true");
        assertThat(document.object("capabilities").orElseThrow().toString()).contains("\"subRunAttestation\":true");
    }

    @Test
    void aPassIsTakenOverAndItsVerdictIsContentFree() {
        String run = team("v-pass", NEXT + "," + END, "'verifier':{'mockVerdicts':['pass'],'agentId':'acme.critic'}");
        JsonObject end = host.until(run, "completed");
        assertThat(merged(end)).hasValueSatisfying(value -> assertThat(value).hasToString("\"done\""));
        JsonObject verdict = host.log(run).of("agent.verified").onePayload();
        assertThat(verdict.names()).isSubsetOf("agentId", "target", "verdict", "criteria", "confidence");
        assertThat(verdict.string("target"))
                .isEqualTo(host.log(run).of("node.dispatched").onePayload().string("childRunId"));
        assertThat(host.log(run).phases())
                .containsExactly("dispatch.began", "dispatch.succeeded", "child.completed", "output.harvested");
    }

    @Test
    void aFailIsNotMergedAndATerminateOverItFailsTheRun() {
        String run = team("v-fail", NEXT + "," + END, "'verifier':{'mockVerdicts':['fail']}");
        JsonObject end = host.until(run, "failed");
        assertThat(end.object("error").orElseThrow().string("code")).contains("verification_unresolved");
        assertThat(merged(end)).isEmpty();
        assertThat(host.log(run).phases()).containsExactly("dispatch.began", "dispatch.succeeded", "child.completed");
    }

    @Test
    void aReviseIsAnotherTurnOfTheWorkerWithinTheBound() {
        String run = team("v-revise", NEXT + "," + END, "'verifier':{'mockVerdicts':['revise','pass']}");
        host.until(run, "completed");
        assertThat(host.log(run).of("node.dispatched").events()).hasSize(2);
        assertThat(host.log(run).of("agent.verified").events()).hasSize(2);
        String bounded = host.start(
                host.team("v-bound", NEXT + "," + END, MAPPING + ",'verifier':{'mockVerdicts':['revise']}"),
                "'configurable':{'maxLoopIterations':2}");
        JsonObject end = host.until(bounded, "failed");
        assertThat(end.object("error").orElseThrow().string("code")).contains("loop_limit_exceeded");
        assertThat(host.log(bounded).of("cap.breached").onePayload().get("observed"))
                .hasToString("3");
    }

    @Test
    void whatAChildBringsBackIsAttestedAndTakenOverOnlyWhenApproved() {
        String sum = Digest.of("{\"childOutcome\":\"done\"}".getBytes(StandardCharsets.UTF_8))
                .hex();
        String config = "'outputAttestation':{'checksum':true,'requireApproval':true}";
        String run = team("v-attest", NEXT + "," + END, config);
        assertThat(merged(host.until(run, "waiting-approval"))).isEmpty();
        host.post("/v1/runs/" + run + "/interrupts/work", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        JsonObject end = host.until(run, "completed");
        assertThat(merged(end)).hasValueSatisfying(value -> assertThat(value).hasToString("\"done\""));
        assertThat(host.log(run).chain().events().getLast().toString())
                .contains("\"attestation\":{\"checksum\":\"" + sum + "\",\"algorithm\":\"sha256\"}");
        String rejected = team("v-attest", NEXT + "," + END, config);
        host.until(rejected, "waiting-approval");
        host.post("/v1/runs/" + rejected + "/interrupts/work", "{'resumeValue':{'action':'reject'}}")
                .is(200);
        assertThat(merged(host.until(rejected, "completed"))).isEmpty();
        assertThat(host.log(rejected).phases()).doesNotContain("output.harvested");
    }

    @Test
    void whoApprovesMustHaveTheScopeThatTheAuthorAsksFor() {
        String config = "'outputAttestation':{'requireApproval':true,'principalScope':'%s'}";
        String run = team("v-scope", NEXT + "," + END, config.formatted("money:spend"));
        host.until(run, "waiting-approval");
        host.post("/v1/runs/" + run + "/interrupts/work", "{'resumeValue':{'action':'accept'}}")
                .is(403);
        assertThat(merged(host.until(run, "waiting-approval"))).isEmpty();
        String open = team("v-scope-held", NEXT + "," + END, config.formatted("runs:read"));
        host.until(open, "waiting-approval");
        host.post("/v1/runs/" + open + "/interrupts/work", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        host.until(open, "completed");
    }

    private JsonObject seam(String path, String body) {
        return host.post(JudgedHost.SEAMS + path, body).is(200).json();
    }

    @Test
    void theSeamForVerdictsIsARun() {
        JsonObject failed = seam("/agents/verify-run", "{'simulateVerdict':'fail'}");
        assertThat(events(failed, "agent.verified"))
                .singleElement()
                .satisfies(event -> assertThat(event.string("verdict")).contains("fail"));
        assertThat(failed.string("status")).contains("failed");
        assertThat(failed.get("committed")).hasToString("false");
        assertThat(host.snapshot(failed.string("runId").orElseThrow()).string("status"))
                .contains("failed");
        JsonObject passed = seam("/agents/verify-run", "{'simulateVerdict':'pass'}");
        assertThat(passed.string("status")).contains("completed");
        JsonObject revised = seam("/agents/verify-run", "{'simulateVerdict':'revise'}");
        assertThat(events(revised, "agent.verified")).hasSize(2);
        host.post(JudgedHost.SEAMS + "/agents/verify-run", "{'simulateVerdict':'perhaps'}")
                .is(400);
    }

    private static List<JsonObject> events(JsonObject answer, String type) {
        return answer.array("events").orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow())
                .filter(event -> event.string("type").filter(type::equals).isPresent())
                .toList();
    }

    @Test
    void theSeamForAttestationIsARun() {
        String outputs = "'childOutputs':{'b':2,'a':'x'}";
        String sum = Digest.of("{\"a\":\"x\",\"b\":2}".getBytes(StandardCharsets.UTF_8))
                .hex();
        JsonObject plain = seam("/subrun/attest", "{" + outputs + ",'outputAttestation':{'checksum':true}}");
        assertThat(plain.object("attestation").orElseThrow().string("checksum")).contains(sum);
        assertThat(plain.get("merged")).hasToString("true");
        assertThat(plain.object("mergedValues").orElseThrow().get("b")).hasToString("2");
        String approval = "'outputAttestation':{'checksum':true,'requireApproval':true}";
        for (String action : List.of("", ",'approvalAction':'reject'", ",'approvalAction':'refine'")) {
            JsonObject refused = seam("/subrun/attest", "{" + outputs + "," + approval + action + "}");
            assertThat(refused.get("merged")).as(action).hasToString("false");
            assertThat(refused.has("mergedValues")).isFalse();
            assertThat(refused.object("attestation").orElseThrow().string("checksum"))
                    .contains(sum);
        }
        for (String action : List.of("accept", "edit-accept")) {
            assertThat(seam("/subrun/attest", "{" + outputs + "," + approval + ",'approvalAction':'" + action + "'}")
                            .get("merged"))
                    .hasToString("true");
        }
        JsonObject other =
                seam("/subrun/attest", "{" + outputs + ",'outputAttestation':{'checksum':'" + "0".repeat(64) + "'}}");
        assertThat(other.get("merged")).hasToString("false");
    }
}
