package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import java.net.http.HttpRequest;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Workflows that a tenant registers.
class RestWorkflowsTest {

    private final RestDesk desk = new RestDesk().knows("shipped", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private static String workflow(String id, String type, String config) {
        return """
                {'id':'%s','name':'Mine','version':'1.0','triggers':[{'id':'t','type':'manual'}],'variables':[],
                'nodes':[{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{}}],
                'edges':[],'metadata':{},'settings':{}}""".formatted(id, type, config);
    }

    private Reply put(String id, String json) {
        return desk.send(desk.request("/v1/workflows/" + id, RestDesk.ACME)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')))
                .build());
    }

    private Reply delete(String id, String key) {
        return desk.send(desk.request("/v1/workflows/" + id, key).DELETE().build());
    }

    @Test
    void aRegisteredWorkflowIsListedReadAndRun() {
        Reply registered =
                desk.post("/v1/workflows", workflow("mine", "core.noop", "")).is(201);
        assertThat(registered.text("workflowId")).isEqualTo("mine");
        assertThat(registered.json().get("revision")).hasToString("1");
        assertThat(desk.get("/v1/workflows").is(200).body()).contains("\"shipped\"", "\"mine\"");
        assertThat(desk.get("/v1/workflows/mine").is(200).text("name")).isEqualTo("Mine");
        desk.until(desk.start("mine"), "completed");
    }

    @Test
    void noOtherTenantSeesStartsOrDeletesIt() {
        desk.post("/v1/workflows", workflow("mine", "core.noop", "")).is(201);
        assertThat(desk.get("/v1/workflows", RestDesk.GLOBEX).is(200).body()).doesNotContain("mine");
        desk.get("/v1/workflows/mine", RestDesk.GLOBEX).refuses(404, "workflow_not_found");
        desk.post("/v1/runs", RestDesk.GLOBEX, "{'workflowId':'mine'}").refuses(404, "workflow_not_found");
        delete("mine", RestDesk.GLOBEX).refuses(404, "workflow_not_found");
        desk.post("/v1/workflows", RestDesk.GLOBEX, workflow("mine", "core.fail", "'code':'X','message':'no'"))
                .is(201);
        desk.until(desk.start("mine"), "completed");
    }

    @Test
    void oneRegisteredWorkflowHandsOverToAnother() {
        desk.post("/v1/workflows", workflow("child", "core.noop", "")).is(201);
        desk.post(
                        "/v1/workflows",
                        workflow("parent", "core.subWorkflow", "'workflowId':'child','waitForCompletion':true"))
                .is(201);
        desk.until(desk.start("parent"), "completed");
        desk.post(
                        "/v1/workflows",
                        RestDesk.GLOBEX,
                        workflow("parent", "core.subWorkflow", "'workflowId':'child','waitForCompletion':true"))
                .refuses(400, "validation_error");
    }

    @Test
    void theNextDefinitionIsTheNextRevisionAndRunsKeepTheirs() {
        desk.post("/v1/workflows", workflow("mine", "core.approvalGate", "'title':'Sure?'"))
                .is(201);
        String before = desk.start("mine");
        desk.until(before, "waiting-approval");
        assertThat(put("mine", workflow("mine", "core.noop", "")).is(200).json().get("revision"))
                .hasToString("2");
        assertThat(put("mine", workflow("mine", "core.noop", "")).is(200).json().get("revision"))
                .as("the same definition is the same revision")
                .hasToString("2");
        desk.until(desk.start("mine"), "completed");
        desk.post("/v1/runs/" + before + "/interrupts/n", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        desk.until(before, "completed");
        put("mine", workflow("other", "core.noop", "")).refuses(400, "validation_error");
    }

    @Test
    void whatIsDeletedStartsNoRunAndCanComeBack() {
        desk.post("/v1/workflows", workflow("mine", "core.noop", "")).is(201);
        delete("mine", RestDesk.ACME).is(204);
        delete("mine", RestDesk.ACME).refuses(404, "workflow_not_found");
        desk.post("/v1/runs", "{'workflowId':'mine'}").refuses(404, "workflow_not_found");
        assertThat(desk.post("/v1/workflows", workflow("mine", "core.noop", ""))
                        .is(201)
                        .json()
                        .get("revision"))
                .hasToString("3");
    }

    @Test
    void theHostsOwnWorkflowsStay() {
        desk.post("/v1/workflows", workflow("shipped", "core.noop", "")).refuses(409, "workflow_exists");
        delete("shipped", RestDesk.ACME).refuses(409, "workflow_exists");
        desk.until(desk.start("shipped"), "completed");
    }

    @Test
    void aBadDefinitionIsRefusedWithAllThatIsWrongAndWhere() {
        assertThat(desk.post("/v1/workflows", workflow("mine", "core.nop", ""))
                        .refuses(400, "validation_error")
                        .body())
                .contains("\"errors\":[{\"pointer\":\"/nodes/0", "\"hint\"");
        desk.post("/v1/workflows", "{}").refuses(400, "validation_error");
        desk.post("/v1/workflows", "{'id':'x','nodes':7}").refuses(400, "validation_error");
        assertThat(desk.get("/v1/workflows").body()).doesNotContain("mine");
    }

    @Test
    void aRepeatedCallRegistersOnce() {
        String mine = workflow("mine", "core.noop", "");
        desk.post("/v1/workflows", RestDesk.ACME, mine, "Idempotency-Key", "k").is(201);
        put("mine", workflow("mine", "core.identity", "")).is(200);
        Reply again = desk.post("/v1/workflows", RestDesk.ACME, mine, "Idempotency-Key", "k")
                .is(201);
        assertThat(again.header("openwop-Idempotent-Replay")).contains("true");
        assertThat(again.json().get("revision")).hasToString("1");
        assertThat(desk.get("/v1/workflows/mine").body()).contains("core.identity");
        desk.post("/v1/workflows", RestDesk.ACME, workflow("other", "core.noop", ""), "Idempotency-Key", "k")
                .refuses(409, "idempotency_key_mismatch");
    }

    @Test
    void whoMayStartRunsMayNotRegister() {
        desk.key("wbk_starter", "acme", EnumSet.of(Scope.RUNS_CREATE, Scope.RUNS_READ, Scope.MANIFEST_READ));
        desk.post("/v1/workflows", "wbk_starter", workflow("mine", "core.noop", ""))
                .refuses(403, "forbidden");
    }
}
