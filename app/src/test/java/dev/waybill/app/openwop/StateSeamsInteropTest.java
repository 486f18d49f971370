package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a suite changes inside of runs, and the agents that a host for tests brings along.
class StateSeamsInteropTest {

    private final JudgedHost host = JudgedHost.shared();

    private void knowsParentAndWaitingChild() {
        host.post(JudgedHost.SEAMS + "/workflows", """
                {'workflowId':'mutation-child','nodes':[
                  {'nodeId':'child-gate','typeId':'core.approvalGate','config':{'title':'Go?'}}],
                 'variables':[{'name':'received','type':'string','defaultValue':'baked-in'}]}""").is(201);
        host.post(JudgedHost.SEAMS + "/workflows", """
                {'workflowId':'mutation-parent','nodes':[
                  {'nodeId':'sub','typeId':'core.subWorkflow','config':{'workflowId':'mutation-child',
                   'waitForCompletion':true,'inputMapping':{'received':'current'}}}],
                 'variables':[{'name':'current','type':'string','defaultValue':'seeded'}]}""").is(201);
    }

    @Test
    void aVariableThatChangesInTheMiddleOfARunDoesNotReachTheChildThatIsUnderWay() {
        knowsParentAndWaitingChild();
        String parent = host.start("mutation-parent");
        host.until(parent, "waiting-approval");
        String child = host.snapshot(parent)
                .array("childRuns")
                .orElseThrow()
                .get(0)
                .asObject()
                .flatMap(row -> row.string("runId"))
                .orElseThrow();
        String path = JudgedHost.SEAMS + "/test/runs/" + parent + "/variables";
        host.post(path, "{'variables':{'current':'mutated'}}").is(200);
        host.post("/v1/runs/" + child + "/interrupts/child-gate", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        assertThat(variables(host.until(child, "completed")).string("received")).contains("seeded");
        assertThat(variables(host.until(parent, "completed")).string("current")).contains("mutated");
        host.post(path, "{'variables':{'current':'late'}}").is(409);
        String replay = host.post("/v1/runs/" + parent + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        assertThat(variables(host.until(replay, "completed")).string("current")).contains("mutated");
        Asked check = host.command("fsck", "--deep");
        assertThat(check.code()).as(check.out() + check.err()).isEqualTo(ExitCode.YES);
    }

    private static JsonObject variables(JsonObject snapshot) {
        return snapshot.object("variables").orElseThrow();
    }

    @Test
    void onlyVariablesOfTheWorkflowAreSetAndOnlyInOnesOwnRuns() {
        knowsParentAndWaitingChild();
        String run = host.start("mutation-child");
        host.until(run, "waiting-approval");
        String path = JudgedHost.SEAMS + "/test/runs/" + run + "/variables";
        host.post(path, "{'variables':{'nobodys':'x'}}").is(400);
        host.post(path, "{'variables':{'received':7}}").is(400);
        host.post(path, "{}").is(400);
        host.postAsGlobex(path, "{'variables':{'received':'x'}}").is(404);
        host.postWithoutKey(path, "{'variables':{'received':'x'}}").is(401);
        assertThat(variables(host.snapshot(run)).string("received")).contains("baked-in");
    }

    @Test
    void whatAChildRemembersForAWhileExpiresByItsOwnWriteNotByItsParentsStart() {
        JsonObject told = host.post(
                        JudgedHost.SEAMS + "/test/memory/cross-run-ttl-roundtrip",
                        "{'ttlSeconds':30,'childDelayMs':1500,'value':'kept'}")
                .is(200)
                .json();
        assertThat(told.get("visibleToParent")).hasToString("true");
        Instant wrote = moment(told, "childWroteAt");
        assertThat(moment(told, "expiresAt")).isEqualTo(wrote.plusSeconds(30));
        assertThat(Duration.between(moment(told, "parentStartedAt"), wrote))
                .isGreaterThanOrEqualTo(Duration.ofMillis(1500));
        assertThat(told.object("entry").orElseThrow().string("content")).contains("kept");
        host.post(JudgedHost.SEAMS + "/test/memory/cross-run-ttl-roundtrip", "{'ttlSeconds':-1}")
                .is(400);
    }

    private static Instant moment(JsonObject told, String name) {
        return Instant.parse(told.string(name).orElseThrow());
    }

    @Test
    void filesOfOneOwnerAreNotThereForAnother() {
        String op = JudgedHost.SEAMS + "/workspace/op";
        String file = "'path':'wct.md','content':'x'";
        host.post(op, "{'tenant':'a','workspace':'w1','op':'put'," + file + "}").is(200);
        host.post(op, "{'tenant':'a','workspace':'w1','op':'get','path':'wct.md'}")
                .is(200);
        for (String other : List.of("'tenant':'a','workspace':'w2'", "'tenant':'b','workspace':'w1'")) {
            host.post(op, "{" + other + ",'op':'get','path':'wct.md'}").is(404);
            assertThat(host.post(op, "{" + other + ",'op':'list'}").is(200).body())
                    .doesNotContain("wct.md");
        }
        host.get("/v1/host/workspace/files/wct.md").is(404);
        host.post(op, "{'tenant':'a','workspace':'w1','op':'delete','path':'wct.md'}")
                .is(204);
    }

    @Test
    void aHostForTestsHasAgentsWithoutAPack() {
        assertThat(host.get("/v1/agents").is(200).body()).contains("core.conformance.agent");
        JsonObject invoked = host.post(JudgedHost.SEAMS + "/agents/live-invoke", "{'source':'run-api'}")
                .is(200)
                .json();
        assertThat(invoked.string("outcome")).contains("completed");
        JsonObject invalid = host.post(
                        JudgedHost.SEAMS + "/agents/live-invoke",
                        "{'source':'run-api','returnSchemaRef':'conformance-strict-handoff','forceInvalidResult':true}")
                .is(200)
                .json();
        assertThat(invalid.string("outcome")).contains("failed");
        JsonObject dispatched = host.post(
                        JudgedHost.SEAMS + "/agents/core.conformance.agent/dispatch",
                        "{'task':{},'validateHandoff':false,'availableTools':[]}")
                .is(200)
                .json();
        assertThat(dispatched.string("status")).contains("completed");
        assertThat(dispatched.array("events").orElseThrow().toString()).contains("agent.reasoned", "agent.decided");
        host.post(JudgedHost.SEAMS + "/agents/nobody/dispatch", "{'task':{}}").is(404);
    }

    /// OpenWOP's fixture for hand-over schemas: the run's inputs are the task of the agent that it names.
    @Test
    void aWorkflowThatIsWrittenForAnAgentHasItsTaskAndItsResultJudged() {
        String fixture = "conformance-agent-pack-handoff-schema-validation";
        String task = "'text':'a text','extractionFields':['name']";
        host.until(host.start(fixture, "'inputs':{'scenario':'valid-task'," + task + "}"), "completed");
        String bad = host.start(fixture, "'inputs':{'scenario':'invalid-task','text':'a text'}");
        host.until(bad, "failed");
        assertThat(failure(bad)).isEqualTo("handoff_task_schema_violation");
        assertThat(host.log(bad).of("node.completed").events()).isEmpty();
        for (String more : List.of("", "," + task)) {
            String run = host.start(fixture, "'inputs':{'scenario':'mock-return-violation'" + more + "}");
            host.until(run, "failed");
            assertThat(failure(run)).isEqualTo("handoff_return_schema_violation");
        }
    }

    private String failure(String run) {
        return host.log(run)
                .of("node.failed")
                .onePayload()
                .object("error")
                .flatMap(error -> error.string("code"))
                .orElseThrow();
    }
}
