package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What checks from outside rely on, whatever the level.
class ConventionsInteropTest {

    private static final String SLOW =
            "{'kind':'next-worker','nextWorkerIds':['conformance-dispatch-cancellable-child']},{'kind':'terminate'}";

    private final JudgedHost host = JudgedHost.shared();

    @Test
    void keysMadeBeforehandAreRequired() {
        host.send(host.request("/v1/runs", "").GET()).is(401);
        host.send(host.request("/v1/runs", "wbk_nobody").GET()).is(401);
        host.postWithoutKey("/v1/runs", "{'workflowId':'conformance-noop'}").is(401);
        host.postWithoutKey(JudgedHost.SEAMS + "/test/reset", "{}").is(401);
        host.get("/v1/runs").is(200);
    }

    @Test
    void theSnapshotHasWhatSuitesRead() {
        String run = host.start("conformance-approval", "'inputs':{'x':1},'tags':['a'],'metadata':{'m':true}");
        JsonObject waiting = host.until(run, "waiting-approval");
        assertThat(waiting.object("owner").orElseThrow().string("tenant")).contains("acme");
        assertThat(waiting.names()).contains("inputs", "childRuns", "workspace", "currentNodeId");
        JsonObject interrupt = waiting.object("interrupt").orElseThrow();
        assertThat(interrupt.string("kind")).contains("approval");
        assertThat(interrupt.string("nodeId")).isPresent();
        assertThat(interrupt.string("interruptToken")).isPresent();
        Log log = host.log(run);
        assertThat(log.types()).contains("interrupt.requested", "node.suspended");
        assertThat(log.events().getFirst().string("type")).contains("run.started");
    }

    @Test
    void aTokenAloneAnswersAndIsLateAfterwards() {
        String run = host.start("conformance-approval");
        JsonObject interrupt =
                host.until(run, "waiting-approval").object("interrupt").orElseThrow();
        String token = interrupt.string("interruptToken").orElseThrow();
        host.send(host.request("/v1/interrupts/" + token, "").GET()).is(200);
        host.send(host.request("/v1/interrupts/nothing", "").GET()).is(400, 404);
        host.postWithoutKey("/v1/interrupts/" + token, "{'resumeValue':{'action':'accept'}}")
                .is(200);
        host.until(run, "completed");
        host.postWithoutKey("/v1/interrupts/" + token, "{'resumeValue':{'action':'accept'}}")
                .is(409, 410);
    }

    @Test
    void aQuorumCountsPeopleByTheirNames() {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'workflowId':'c-quorum','nodes':[{'nodeId':'gate','typeId':'core.approvalGate',
                         'config':{'title':'Go?','requiredApprovals':2}}]}""").is(201);
        for (String name : List.of("voter", "approver", "decidedBy")) {
            String run = host.start("c-quorum");
            host.until(run, "waiting-approval");
            host.answer(run, "{'action':'accept','" + name + "':'ann'}").is(200);
            host.until(run, "waiting-approval");
            host.answer(run, "{'action':'accept','" + name + "':'ben'}").is(200);
            host.until(run, "completed");
        }
    }

    @Test
    void listsTakeStatusAndLimit() {
        String run = host.start("conformance-noop");
        host.until(run, "completed");
        JsonObject page = host.get("/v1/runs?status=completed&limit=1").is(200).json();
        assertThat(page.array("runs").orElseThrow().items()).hasSize(1);
        assertThat(page.toString()).contains("\"status\":\"completed\"");
        host.get("/v1/runs?status=nothing").is(400);
        host.get("/v1/runs?limit=0").is(400);
    }

    @Test
    void aForeignRunAnswersExactlyAsAnUnknownOne() {
        String run = host.start("conformance-approval");
        host.until(run, "waiting-approval");
        String unknown = run.substring(0, run.length() - 4) + "ZZZZ";
        for (String path : List.of(
                "", "/events", "/events/poll", "/ancestry", "/receipts", "/bundle", "/debug-bundle", "/artifacts/x")) {
            JudgedHost.Reply foreign = host.getAsGlobex("/v1/runs/" + run + path);
            JudgedHost.Reply none = host.getAsGlobex("/v1/runs/" + unknown + path);
            assertThat(foreign.status()).as(path).isEqualTo(none.status()).isEqualTo(404);
            assertThat(foreign.body().replace(run, "RUN"))
                    .as(path)
                    .isEqualTo(none.body().replace(unknown, "RUN"));
        }
        for (String path : List.of("/cancel", ":pause", ":resume", ":fork", "/interrupts/gate")) {
            String body = "{'mode':'replay','resumeValue':{'action':'accept'}}";
            JudgedHost.Reply foreign = host.postAsGlobex("/v1/runs/" + run + path, body);
            JudgedHost.Reply none = host.postAsGlobex("/v1/runs/" + unknown + path, body);
            assertThat(foreign.status()).as(path).isEqualTo(none.status()).isEqualTo(404);
            assertThat(foreign.body().replace(run, "RUN"))
                    .as(path)
                    .isEqualTo(none.body().replace(unknown, "RUN"));
        }
        assertThat(host.getAsGlobex("/v1/runs?limit=500").body()).doesNotContain(run);
        host.until(run, "waiting-approval");
    }

    @Test
    void aBodyOverTheLimitIsRefused() {
        JsonObject limits =
                host.get("/.well-known/openwop").json().object("limits").orElseThrow();
        int most = Integer.parseInt(String.valueOf(limits.get("maxRequestBodyBytes")));
        host.post("/v1/runs", "{'workflowId':'conformance-noop','inputs':{'x':'" + "y".repeat(most) + "'}}")
                .is(413);
    }

    @Test
    void aPollTellsWhatIsBehindASequence() {
        String run = host.start("conformance-noop");
        host.until(run, "completed");
        int all = host.log(run).events().size();
        assertThat(events("/v1/runs/" + run + "/events/poll")).hasSize(all);
        assertThat(events("/v1/runs/" + run + "/events/poll?lastSequence=0")).hasSize(all - 1);
        JsonObject past = host.get("/v1/runs/" + run + "/events/poll?lastSequence=900")
                .is(200)
                .json();
        assertThat(past.array("events").orElseThrow().items()).isEmpty();
        host.get("/v1/runs/" + run + "/events/poll?lastSequence=x").is(400);
        host.get("/v1/runs/" + run + "/events?streamMode=nothing").is(400);
        JsonObject bundle =
                host.get("/v1/runs/" + run + "/debug-bundle").is(200).json();
        host.fits("debug-bundle.schema.json", bundle.toString());
        assertThat(bundle.array("events").orElseThrow().items()).hasSize(all);
        assertThat(bundle.object("metrics").orElseThrow().get("eventCount")).hasToString(String.valueOf(all));
    }

    private List<JsonValue> events(String path) {
        return host.get(path).is(200).json().array("events").orElseThrow().items();
    }

    @Test
    void aListOfCancelsAnswersInItsOrder() {
        String run = host.start(host.team("c-slow", SLOW, ""));
        JsonObject results = host.post("/v1/runs:bulk-cancel", "{'runIds':['nothing','" + run + "']}")
                .is(200)
                .json();
        List<JsonValue> rows = results.array("results").orElseThrow().items();
        assertThat(rows.getFirst()
                        .asObject()
                        .orElseThrow()
                        .object("error")
                        .orElseThrow()
                        .string("code"))
                .contains("not_found");
        assertThat(rows.getLast().toString()).contains("\"ok\":true", run);
        host.until(run, "cancelled");
        assertThat(host.post("/v1/runs/" + run + "/cancel", "{}").is(200).text("status"))
                .isEqualTo("cancelled");
        JudgedHost.Reply none =
                host.post("/v1/runs:bulk-cancel", "{'runIds':[]}").is(400);
        assertThat(none.body()).contains("maxRunIds");
    }

    @Test
    void aPausedRunStandsStillAndGoesOn() {
        String run = host.start("conformance-delay", "'inputs':{'delayMs':300}");
        host.post("/v1/runs/" + run + ":pause", "{'drainPolicy':'immediate'}", "Idempotency-Key", "p-" + run)
                .is(202);
        host.until(run, "paused");
        assertThat(host.post("/v1/runs/" + run + ":pause", "{}").is(409).body()).contains("runStatus");
        host.post("/v1/runs/" + run + ":pause", "{'drainPolicy':'immediate'}", "Idempotency-Key", "p-" + run)
                .is(202);
        host.post("/v1/runs/" + run + ":resume", "{}").is(202);
        host.until(run, "completed");
        host.post("/v1/runs/" + run + ":resume", "{}").is(409);
        Log log = host.log(run);
        log.inOrder("run.paused", "run.resumed");
        log.everyEventHasItsCause(List.of("run.started", "run.paused", "run.resumed"));
    }

    @Test
    void aReplayKeepsIdsCausesAndChildrenAndItsDelaysTakeNoTime() {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'workflowId':'c-hand','nodes':[
                         {'nodeId':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                          {'kind':'next-worker','nextWorkerIds':['conformance-delay']},{'kind':'terminate'}]}},
                         {'nodeId':'work','typeId':'core.dispatch','config':{}}]}""").is(201);
        String run = host.start("c-hand");
        host.until(run, "completed");
        JudgedHost.Reply forked =
                host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}").is(201);
        String replay = forked.text("runId");
        host.until(replay, "completed");
        assertThat(bare(host.log(replay))).isEqualTo(bare(host.log(run)));
        assertThat(host.get("/v1/runs/" + run + ":diff?against=" + replay)
                        .json()
                        .get("divergedAtSeq"))
                .hasToString("null");
    }

    /// An event without what a replay may say anew.
    private static List<JsonObject> bare(Log log) {
        List<JsonObject> bare = new ArrayList<>();
        log.events().forEach(event -> bare.add(event.without("runId").without("timestamp")));
        return bare;
    }

    @Test
    void bothBoundsOfAForkAreKept() {
        String run = host.start("conformance-multi-node");
        host.until(run, "completed");
        int end = host.log(run).events().size();
        String fork = "/v1/runs/" + run + ":fork";
        host.post(fork, "{'mode':'branch','fromSeq':" + (end + 1) + "}").is(422);
        host.post(fork, "{'mode':'branch','fromSeq':-1}").is(400);
        host.post(fork, "{'mode':'branch'}").is(400);
        host.post(fork, "{'mode':'sideways','fromSeq':0}").is(400);
        host.post(fork, "{'mode':'replay','runOptionsOverlay':{'variables':{'a':1}}}")
                .is(400);
        JudgedHost.Reply branch = host.post(fork, "{'mode':'branch','fromSeq':1,'runOptionsOverlay':{}}")
                .is(201);
        assertThat(branch.text("sourceRunId")).isEqualTo(run);
        assertThat(branch.text("status")).isEqualTo("pending");
        host.until(branch.text("runId"), "completed");
    }

    @Test
    void aRunHasNoParentAChildHasOneHopAndAForkHasNone() {
        String run = host.start("conformance-multi-agent-handoff");
        host.until(run, "completed");
        JsonObject root = ancestry(run);
        assertThat(root.get("parent")).hasToString("null");
        String child = host.log(run)
                .of("node.dispatched")
                .onePayload()
                .string("childRunId")
                .orElseThrow();
        JsonObject parent = ancestry(child).object("parent").orElseThrow();
        assertThat(parent.string("runId")).contains(run);
        assertThat(parent.string("hostId")).isEqualTo(root.string("hostId"));
        assertThat(parent.string("cause")).contains("core.dispatch");
        assertThat(parent.has("wellKnownUrl")).isFalse();
        String fork = host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        assertThat(ancestry(fork).get("parent")).hasToString("null");
    }

    private JsonObject ancestry(String run) {
        JudgedHost.Reply reply = host.get("/v1/runs/" + run + "/ancestry").is(200);
        host.fits("run-ancestry-response.schema.json", reply.body());
        return reply.json();
    }

    @Test
    void theSameKeyIsTheSameCallAndAnotherBodyIsAMismatch() {
        String body = "{'workflowId':'conformance-idempotent','inputs':{'nonce':'a'}}";
        JudgedHost.Reply first =
                host.post("/v1/runs", body, "Idempotency-Key", "c-same").is(201);
        JudgedHost.Reply again =
                host.post("/v1/runs", body, "Idempotency-Key", "c-same").is(201);
        assertThat(again.text("runId")).isEqualTo(first.text("runId"));
        assertThat(again.header("openwop-Idempotent-Replay")).isEqualTo("true");
        assertThat(host.post("/v1/runs", body.replace("'a'", "'b'"), "Idempotency-Key", "c-same")
                        .is(409)
                        .text("error"))
                .isEqualTo("idempotency_key_mismatch");
    }

    @Test
    void anExternalEventAnswersOnlyWhoItCorrelatesWith() {
        String run = host.start("conformance-interrupt-external-event");
        host.until(run, "waiting-external");
        host.answer(run, "{'correlation':{'orderId':'another','status':'completed'}}")
                .is(422);
        host.until(run, "waiting-external");
    }

    @Test
    void boundsThatAreOutOfRangeAreRefusedAtCreate() {
        for (String wrong : List.of(
                "'recursionLimit':0", "'runTimeoutMs':0", "'maxLoopIterations':-3", "'escalationThreshold':2")) {
            host.post("/v1/runs", "{'workflowId':'conformance-noop','configurable':{" + wrong + "}}")
                    .is(400);
        }
        String run = host.start("conformance-cap-breach", "'configurable':{'recursionLimit':3}");
        JsonObject end = host.until(run, "failed");
        assertThat(end.object("error").orElseThrow().string("code")).contains("recursion_limit_exceeded");
        host.log(run).inOrder("cap.breached", "run.failed");
        String slow = host.start("conformance-cancellable", "'configurable':{'runTimeoutMs':1000}");
        JsonObject late = host.until(slow, "failed");
        assertThat(late.object("error").orElseThrow().string("code")).contains("run_timeout");
        JsonObject breach = host.log(slow).of("cap.breached").onePayload();
        assertThat(breach.string("kind")).contains("run-duration");
        assertThat(Long.parseLong(String.valueOf(breach.get("observed"))))
                .isGreaterThan(Long.parseLong(String.valueOf(breach.get("limit"))));
    }

    @Test
    void unknownThingsHaveTheirEnvelopes() {
        host.post("/v1/runs", "{'workflowId':'nothing'}").is(400, 404);
        host.post("/v1/runs", "{}").is(400);
        host.get("/v1/workflows/nothing").is(404);
        assertThat(host.get("/v1/workflows/conformance-configurable-schema")
                        .is(200)
                        .body())
                .contains("configurableSchema");
        String run = host.start("conformance-noop");
        host.get("/v1/runs/" + run + "/artifacts/nothing").is(403, 404);
        host.send(host.request("/v1/runs/" + run + "/artifacts/nothing", "").GET())
                .is(401);
        host.get(JudgedHost.SEAMS + "/test/runs/__probe__/events").is(200);
        host.post(JudgedHost.SEAMS + "/test/capability-toggle", "{'name':'__probe__','value':true}")
                .is(200);
        host.post(JudgedHost.SEAMS + "/test/capability-toggle", "{'name':'__probe__','value':null}")
                .is(200);
    }

    @Test
    void everyFixtureIsOfferedOrRefusedByName() {
        List<JsonValue> offered = host.get("/.well-known/openwop")
                .json()
                .array("fixtures")
                .orElseThrow()
                .items();
        assertThat(offered).hasSizeGreaterThanOrEqualTo(40);
        host.get("/v1/workflows")
                .is(200)
                .json()
                .array("workflows")
                .orElseThrow()
                .items()
                .forEach(row -> {
                    String id = row.asObject().orElseThrow().string("id").orElseThrow();
                    if (id.startsWith("conformance-")
                            && offered.stream()
                                    .noneMatch(item ->
                                            item.asString().orElseThrow().equals(id))) {
                        JudgedHost.Reply reply = host.post("/v1/runs", "{'workflowId':'" + id + "'}")
                                .is(400);
                        JsonObject details = reply.json().object("details").orElseThrow();
                        // What is missing has a name; a channel of releases is a wrong value, which is told as such.
                        assertThat(details.has("requiredCapability") || details.has("errors"))
                                .as(reply.body())
                                .isTrue();
                    }
                });
    }
}
