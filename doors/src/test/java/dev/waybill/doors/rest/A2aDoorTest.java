package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.Scope;
import dev.waybill.testkit.ForeignClients;
import dev.waybill.testkit.Interop;
import dev.waybill.testkit.Seeds;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Work that comes by A2A, in both spellings of the protocol.
class A2aDoorTest {

    private final RestDesk desk = new RestDesk()
            .knows("""
                    {'id':'echo','name':'Echo','version':'1.0','triggers':[{'id':'t','type':'manual'}],
                    'variables':[{'id':'text','name':'text','type':'string'}],
                    'nodes':[{'id':'n','typeId':'core.identity','name':'n','position':{'x':0,'y':0},'config':{},
                    'inputs':{'said':{'type':'variable','variableName':'text'}}}],
                    'edges':[],'metadata':{},'settings':{}}""")
            .knows("ask", "core.clarificationGate", "'questions':[{'id':'q1','question':'Which colour?'}]")
            .knows("sign", "core.approvalGate", "'title':'Ship it?'")
            .knows("fails", "core.fail", "'code':'no_paper','message':'there is no paper'")
            .knows("""
                    {'id':'inner','name':'Inner','version':'1.0','triggers':[],'variables':[],
                    'nodes':[{'id':'n','typeId':'core.noop','name':'n','position':{'x':0,'y':0},'config':{},'inputs':{}}],
                    'edges':[],'metadata':{'a2a':false},'settings':{}}""");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private Reply call(String path, String method, String params) {
        return desk.post(path, "{'jsonrpc':'2.0','id':7,'method':'" + method + "','params':{" + params + "}}");
    }

    private static String message(String id, String parts, String more) {
        return "'message':{'role':'user','messageId':'" + id + "','parts':[" + parts + "]" + more + "}";
    }

    private static JsonObject result(Reply reply) {
        return reply.is(200).json().object("result").orElseThrow(() -> new AssertionError(reply.body()));
    }

    private static void refuses(Reply reply, int code) {
        JsonObject error = reply.json().object("error").orElseThrow(() -> new AssertionError(reply.body()));
        assertThat(String.valueOf(error.get("code"))).as(reply.body()).isEqualTo(String.valueOf(code));
        assertThat(error.string("message").orElse("")).isNotBlank();
        assertThat(reply.body()).doesNotContain("\tat ", "Exception", "java.");
    }

    private static String state(JsonObject task) {
        return task.object("status").orElseThrow().string("state").orElseThrow();
    }

    @Test
    void theCardIsThereForEverybodyAndItsSkillsForCallersWithAKey() {
        JsonObject card = desk.get("/.well-known/agent-card.json", "").is(200).json();
        assertThat(desk.get("/.well-known/agent.json", "").is(200).json()).isEqualTo(card);
        assertThat(card.string("url")).contains(desk.url() + "/a2a");
        assertThat(card.array("skills").orElseThrow().items()).isEmpty();
        JsonObject extended = result(call("/a2a", "agent/getAuthenticatedExtendedCard", ""));
        List<String> skills = extended.array("skills").orElseThrow().items().stream()
                .map(skill -> skill.asObject().orElseThrow().string("id").orElseThrow())
                .toList();
        assertThat(skills).containsExactly("ask", "echo", "fails", "sign");
    }

    @Test
    void aMessageStartsARunAndGetsWhatItBrought() {
        JsonObject task =
                result(call("/a2a/echo", "message/send", message("m1", "{'kind':'text','text':'hello'}", "")));
        assertThat(task.string("kind")).contains("task");
        assertThat(state(task)).isEqualTo("completed");
        assertThat(task.array("artifacts").orElseThrow().toString()).contains("\"said\":\"hello\"");
        String run = task.string("id").orElseThrow();
        assertThat(desk.get("/v1/runs/" + run).is(200).text("status")).isEqualTo("completed");
        assertThat(task.object("metadata")
                        .orElseThrow()
                        .object("dev.waybill/run")
                        .orElseThrow()
                        .string("hostId"))
                .contains("waybill-test");
        assertThat(result(call("/a2a", "tasks/get", "'id':'" + run + "'"))).isEqualTo(task);
    }

    @Test
    void whoMayNotSeeARunStartsNone() {
        desk.key("wbk_blind", "acme", EnumSet.of(Scope.RUNS_CREATE, Scope.RUNS_CANCEL));
        for (String method : List.of("message/send", "message/stream")) {
            Reply refused = desk.post(
                    "/a2a/echo",
                    "wbk_blind",
                    "{'jsonrpc':'2.0','id':7,'method':'%s','params':{%s}}"
                            .formatted(method, message("m-blind", "{'kind':'text','text':'hello'}", "")));
            assertThat(refused.body()).contains("runs:read");
        }
        assertThat(desk.get("/v1/runs").body()).isEqualTo("{\"runs\":[]}");
    }

    @Test
    void theNewerSpellingGetsNewerAnswers() {
        JsonObject task = result(
                        call(
                                "/a2a",
                                "SendMessage",
                                "'metadata':{'skillId':'echo'},'message':{'role':'ROLE_USER','messageId':'m2','parts':[{'data':{'text':'hi'}}]}"))
                .object("task")
                .orElseThrow();
        assertThat(state(task)).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(task.has("kind")).isFalse();
        assertThat(state(result(
                        call("/a2a", "GetTask", "'id':'" + task.string("id").orElseThrow() + "'"))))
                .isEqualTo("TASK_STATE_COMPLETED");
    }

    @Test
    void aMessageThatIsSentTwiceStartsOneRun() {
        String message = message("m3", "{'kind':'text','text':'once'}", "");
        JsonObject first = result(call("/a2a/echo", "message/send", message));
        assertThat(result(call("/a2a/echo", "message/send", message))).isEqualTo(first);
        refuses(call("/a2a/echo", "message/send", message("m3", "{'kind':'text','text':'twice'}", "")), -32602);
    }

    @Test
    void aRunThatAsksIsATaskThatNeedsInputAndGoesOnWithTheAnswer() {
        JsonObject asked = result(call("/a2a/ask", "message/send", message("m4", "", "")));
        assertThat(state(asked)).isEqualTo("input-required");
        assertThat(asked.toString()).contains("Which colour?");
        String id = asked.string("id").orElseThrow();
        JsonObject done = result(
                call("/a2a", "message/send", message("m5", "{'kind':'text','text':'blue'}", ",'taskId':'" + id + "'")));
        assertThat(done.string("id")).contains(id);
        assertThat(state(done)).isEqualTo("completed");
        assertThat(desk.events(id).toString()).contains("\"q1\":\"blue\"");
        String again = message("m5", "{'kind':'text','text':'blue'}", ",'taskId':'" + id + "'");
        assertThat(result(call("/a2a", "message/send", again))).isEqualTo(done);
        refuses(
                call("/a2a", "message/send", message("m6", "{'kind':'text','text':'red'}", ",'taskId':'" + id + "'")),
                -32004);
    }

    @Test
    void anApprovalIsGivenByOneWord() {
        String id = result(call("/a2a/sign", "message/send", message("m7", "", "")))
                .string("id")
                .orElseThrow();
        String more = ",'taskId':'" + id + "'";
        refuses(call("/a2a", "message/send", message("m8", "{'kind':'text','text':'well'}", more)), -32602);
        JsonObject done = result(call("/a2a", "message/send", message("m9", "{'kind':'text','text':'Accept'}", more)));
        assertThat(state(done)).isEqualTo("completed");
    }

    @Test
    void aTaskThatFailedSaysWhy() {
        JsonObject task = result(call("/a2a/fails", "message/send", message("m10", "", "")));
        assertThat(state(task)).isEqualTo("failed");
        assertThat(task.toString()).contains("there is no paper");
    }

    @Test
    void aTaskIsCancelledOnce() {
        String id = result(call("/a2a/sign", "message/send", message("m11", "", "")))
                .string("id")
                .orElseThrow();
        assertThat(state(result(call("/a2a", "tasks/cancel", "'id':'" + id + "'"))))
                .isEqualTo("canceled");
        refuses(call("/a2a", "tasks/cancel", "'id':'" + id + "'"), -32002);
    }

    @Test
    void aStreamTellsTheTaskAndItsEnd() {
        Reply stream = call("/a2a/echo", "message/stream", message("m12", "{'kind':'text','text':'hello'}", ""))
                .is(200);
        assertThat(stream.header("content-type").orElse("")).startsWith("text/event-stream");
        assertThat(stream.body()).contains("\"kind\":\"task\"", "\"state\":\"completed\"", "\"said\":\"hello\"");
        String id = result(call("/a2a/sign", "message/send", message("m13", "", "")))
                .string("id")
                .orElseThrow();
        assertThat(call("/a2a", "tasks/resubscribe", "'id':'" + id + "'")
                        .is(200)
                        .body())
                .contains("\"state\":\"input-required\"");
    }

    @Test
    void whatTheProtocolHasANumberForGetsIt() {
        refuses(desk.post("/a2a", "{"), -32700);
        refuses(desk.post("/a2a", "[]"), -32600);
        refuses(desk.post("/a2a", "{'jsonrpc':'2.0','id':1,'method':'tasks/get','params':7}"), -32600);
        refuses(call("/a2a", "tasks/dance", ""), -32601);
        refuses(call("/a2a", "tasks/get", ""), -32602);
        refuses(call("/a2a", "tasks/get", "'id':'nobody'"), -32001);
        refuses(call("/a2a", "tasks/get", "'id':'run_01JD000000000000000000000Z'"), -32001);
        refuses(call("/a2a", "tasks/pushNotificationConfig/set", ""), -32003);
        refuses(call("/a2a", "message/send", ""), -32602);
        refuses(call("/a2a", "message/send", message("m14", "", "")), -32602);
        refuses(call("/a2a/inner", "message/send", message("m15", "", "")), -32602);
        refuses(call("/a2a/echo", "message/send", message("m16", "{'kind':'file','file':{'uri':'x'}}", "")), -32005);
        refuses(
                call(
                        "/a2a/echo",
                        "message/send",
                        message("m17", "", ",'metadata':{'dev.waybill/parent':{'hostId':'h'}}")),
                -32602);
    }

    @Test
    void aTaskOfAnotherTenantIsAsUnknownAsOneThatNeverWas() {
        String id = result(call("/a2a/sign", "message/send", message("m18", "", "")))
                .string("id")
                .orElseThrow();
        for (String method : List.of("tasks/get", "tasks/cancel", "tasks/resubscribe")) {
            String body = "{'jsonrpc':'2.0','id':7,'method':'" + method + "','params':{'id':'" + id + "'}}";
            refuses(desk.post("/a2a", RestDesk.GLOBEX, body), -32001);
        }
        assertThat(desk.post("/a2a", "", "{}").status()).isEqualTo(401);
    }

    @Test
    void aKeyWithoutTheScopeStartsNothing() {
        desk.key("wbk_reader", "acme", Set.of(Scope.RUNS_READ));
        Reply reply = desk.post(
                "/a2a/echo",
                "wbk_reader",
                "{'jsonrpc':'2.0','id':7,'method':'message/send','params':{" + message("m19", "", "") + "}}");
        assertThat(reply.status()).isEqualTo(403);
        refuses(reply, -32000);
    }

    @Test
    void theSenderIsTheParentAndItsTraceGoesOn() {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String metadata = ",'metadata':{'openwop':{'traceparent':'" + trace
                + "'},'dev.waybill/parent':{'hostId':'waybill-a','runId':'run_there','eventId':'evt_there',"
                + "'wellKnownUrl':'https://a.example/.well-known/openwop'}}";
        String run = result(call("/a2a/echo", "message/send", message("m20", "{'kind':'text','text':'x'}", metadata)))
                .string("id")
                .orElseThrow();
        assertThat(desk.get("/v1/runs/" + run + "/ancestry").is(200).body())
                .contains("\"parent\":{\"runId\":\"run_there\",\"hostId\":\"waybill-a\",\"cause\":\"a2a-message\","
                        + "\"wellKnownUrl\":\"https://a.example/.well-known/openwop\"}");
        assertThat(desk.events(run).getFirst().toString()).contains("\"causationId\":\"evt_there\"", trace);
    }

    @Test
    void theJavaScriptSdkHandsWorkOver() throws Exception {
        String said = ForeignClients.node(
                Interop.projectRoot().resolve("doors/src/test/node/a2a.mjs"), List.of(desk.url(), RestDesk.ACME));
        assertThat(said.lines())
                .containsExactly(
                        "{\"card\":\"Echo\"}",
                        "{\"sent\":\"completed\"}",
                        "{\"got\":\"hello\"}",
                        "{\"streamed\":\"status-update completed\"}",
                        "{\"asked\":\"input-required\"}",
                        "{\"answered\":\"completed\"}",
                        "{\"cancelled\":\"canceled\"}",
                        "{\"refused\":-32002}");
    }

    /// Whatever a caller sends, it gets an answer in the protocol's shape, and nothing breaks.
    @Test
    void nonsenseGetsANumberToo() {
        String good = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"message/send\",\"params\":{"
                + message(
                                "f",
                                "{'kind':'data','data':{'a':[1,{}]}}",
                                ",'metadata':{'dev.waybill/parent':{'hostId':'h'}}")
                        .replace('\'', '"')
                + "}}";
        Seeds.check(300, random -> {
            StringBuilder bad = new StringBuilder(good);
            for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
                bad.setCharAt(random.nextInt(bad.length()), "{}[]\",:0a-".charAt(random.nextInt(10)));
            }
            Reply reply = desk.post("/a2a/nobody", bad.toString());
            assertThat(reply.status()).as(bad.toString()).isEqualTo(200);
            assertThat(reply.json().object("error").flatMap(it -> it.string("message")))
                    .as(bad + reply.body())
                    .isPresent();
        });
    }
}
