package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Until;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Level 1: the loop of a supervisor, and the hand-over.
class LoopInteropTest {

    private static final String NOOP = "{'kind':'next-worker','nextWorkerIds':['conformance-noop']}";
    private static final String END = "{'kind':'terminate'}";
    private static final List<String> BEGINNINGS = List.of("run.started", "run.cancelled", "run.paused", "run.resumed");

    private final JudgedHost host = JudgedHost.shared();

    @Test
    void discoveryAdvertisesALevelFromOneToSixAtItsRoot() {
        JudgedHost.Reply reply =
                host.send(host.request("/.well-known/openwop", "").GET()).is(200);
        host.fits("capabilities.schema.json", reply.body());
        JsonObject model = reply.json()
                .object("multiAgent")
                .orElseThrow()
                .object("executionModel")
                .orElseThrow();
        assertThat(model.get("supported")).hasToString("true");
        assertThat(Integer.parseInt(String.valueOf(model.get("version")))).isBetween(1, 6);
    }

    @Test
    void aHandOverHasItsFourStatesInOrderEachCausedByTheOneBefore() {
        String run = host.start("conformance-multi-agent-handoff");
        host.until(run, "completed");
        Log log = host.log(run);
        assertThat(log.phases())
                .containsExactly("dispatch.began", "dispatch.succeeded", "child.completed", "output.harvested");
        Log.causedBy(log.phase("dispatch.began"), log.decisions().events().getFirst());
        Log.causedBy(log.phase("dispatch.succeeded"), log.phase("dispatch.began"));
        Log.causedBy(log.phase("child.completed"), log.phase("dispatch.succeeded"));
        Log.causedBy(log.phase("output.harvested"), log.phase("child.completed"));
        assertThat(log.phase("output.harvested")
                        .object("payload")
                        .orElseThrow()
                        .array("harvestedKeys")
                        .orElseThrow())
                .hasToString("[\"parentResult\"]");
        log.chain().payloads().forEach(payload -> {
            boolean created = !payload.string("phase").orElseThrow().equals("dispatch.began");
            assertThat(payload.has("childRunId")).as(payload.toString()).isEqualTo(created);
            assertThat(payload.has("causationHostId")).isFalse();
        });
        log.everyEventHasItsCause(BEGINNINGS);
    }

    @Test
    void eachTurnRecordsOneDecisionAndTheLastOneEnds() {
        for (String fixture : List.of("conformance-dispatch-loop", "conformance-orchestrator-dispatch")) {
            String run = host.start(fixture);
            JsonObject end = host.until(run, "completed");
            List<String> kinds = host.log(run).kinds();
            assertThat(kinds).last().isEqualTo("terminate");
            assertThat(kinds).filteredOn("terminate"::equals).hasSize(1);
            assertThat(end.object("runOrchestrator").orElseThrow().string("agentId"))
                    .isPresent();
        }
        String loop = host.start("conformance-dispatch-loop");
        host.until(loop, "completed");
        assertThat(host.log(loop).kinds()).containsExactly("next-worker", "terminate");
        String terminate = host.start("conformance-orchestrator-terminate");
        host.until(terminate, "completed");
        assertThat(host.log(terminate).kinds()).endsWith("terminate");
    }

    @Test
    void aDecisionIsRecordedBeforeItsEffect() {
        String run = host.start(host.team("j-order", NOOP + "," + NOOP + "," + END, ""));
        host.until(run, "completed");
        List<String> types = host.log(run).types().stream()
                .filter(type -> type.equals("runOrchestrator.decided") || type.startsWith("core.workflowChain"))
                .toList();
        assertThat(types.getFirst()).isEqualTo("runOrchestrator.decided");
        assertThat(types.getLast()).isEqualTo("runOrchestrator.decided");
        assertThat(types).filteredOn("runOrchestrator.decided"::equals).hasSize(3);
    }

    @Test
    void clarifySuspendsUntilItIsAnsweredAndTheLoopGoesOn() {
        String run = host.start(host.team(
                "j-clarify",
                "{'kind':'clarify','questions':[{'id':'q1','question':'Which colour?'}]}," + NOOP + "," + END,
                ""));
        JsonObject waiting = host.until(run, "waiting-input");
        assertThat(waiting.object("interrupt").orElseThrow().string("kind")).contains("clarification");
        assertThat(host.log(run).of("interrupt.requested").onePayload().string("kind"))
                .contains("clarification");
        assertThat(host.log(run).kinds()).containsExactly("clarify");
        host.answer(run, "{'answers':{'q1':'blue'}}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).kinds()).containsExactly("clarify", "next-worker", "terminate");
        host.log(run).everyEventHasItsCause(BEGINNINGS);
    }

    @Test
    void aClarificationTakesItsAnswersAsAListToo() {
        String run = host.start("conformance-clarification");
        host.until(run, "waiting-input");
        host.answer(run, "{'answers':[{'id':'q1','answer':'blue'}]}").is(200);
        host.until(run, "completed");
    }

    @Test
    void escalateSuspendsForAnApprovalAndTheLoopGoesOn() {
        String run = host.start(host.team("j-escalate", "{'kind':'escalate','reason':'too big'}," + END, ""));
        JsonObject waiting = host.until(run, "waiting-approval");
        assertThat(waiting.object("interrupt").orElseThrow().string("kind")).contains("approval");
        assertThat(host.log(run).of("core.workflowChain.confidence-escalated").events())
                .isEmpty();
        host.answer(run, "{'action':'accept'}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).kinds()).containsExactly("escalate", "terminate");
    }

    @Test
    void askUserMeansClarify() {
        String run = host.start(host.team("j-ask", "{'kind':'ask-user','prompt':'Say it.'}," + END, ""));
        host.until(run, "waiting-input");
        host.answer(run, "{'answers':{'q1':'it'}}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).kinds().getFirst()).isEqualTo("ask-user");
    }

    @Test
    void aFailedChildIsToldHarvestsNothingAndTheLoopGoesOn() {
        String run = host.start(host.team(
                "j-failed",
                "{'kind':'next-worker','nextWorkerIds':['conformance-dispatch-deterministic-fail-child']}," + NOOP + ","
                        + END,
                "'outputMapping':{'kept':'childOutcome'}"));
        host.until(run, "completed");
        Log log = host.log(run);
        assertThat(log.phases().subList(0, 3)).containsExactly("dispatch.began", "dispatch.succeeded", "child.failed");
        JsonObject failed = log.phase("child.failed");
        JsonObject error =
                failed.object("payload").orElseThrow().object("error").orElseThrow();
        assertThat(error.string("code")).isPresent();
        assertThat(error.string("message")).isPresent();
        assertThat(error.names()).isSubsetOf("code", "message", "details", "retryable");
        assertThat(failed.string("causationId")).isPresent();
        assertThat(log.kinds()).containsExactly("next-worker", "next-worker", "terminate");
        assertThat(host.snapshot(run).object("variables").orElseThrow().has("kept"))
                .isFalse();
    }

    @Test
    void aCancelledChildIsToldAndTheLoopGoesOn() {
        String run = host.start(host.team(
                "j-cancelled",
                "{'kind':'next-worker','nextWorkerIds':['conformance-dispatch-cancellable-child']}," + END,
                "'outputMapping':{'kept':'childOutcome'}"));
        String child = child(run);
        assertThat(host.log(run).phases()).containsExactly("dispatch.began", "dispatch.succeeded");
        host.post("/v1/runs/" + child + "/cancel", "{}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).phases()).containsExactly("dispatch.began", "dispatch.succeeded", "child.cancelled");
        JsonObject ended = host.log(child).of("run.cancelled").onePayload();
        assertThat(ended.has("parentRunId")).isFalse();
    }

    /// The child that a run has begun, told before the child has ended.
    private String child(String run) {
        return Until.seen(() -> host.log(run).of("node.dispatched").payloads(), told -> !told.isEmpty())
                .getFirst()
                .string("childRunId")
                .orElseThrow();
    }

    @Test
    void aCancelReachesTheChildrenAndSaysWhose() {
        String run = host.start(host.team(
                "j-cascade",
                "{'kind':'next-worker','nextWorkerIds':['conformance-dispatch-cancellable-child']}," + END,
                ""));
        String child = child(run);
        host.post("/v1/runs/" + run + "/cancel", "{'reason':'enough'}").is(200);
        host.until(run, "cancelled");
        host.until(child, "cancelled");
        JsonObject told = host.log(child).of("run.cancelled").onePayload();
        assertThat(told.string("reason")).contains("parent-cancelled");
        assertThat(told.string("parentRunId")).contains(run);
    }

    @Test
    void aWorkerThatIsNotThereNeverBecomesAChildAndTheLoopGoesOn() {
        String run = host.start(
                host.team("j-unknown", "{'kind':'next-worker','nextWorkerIds':['nobody']}," + NOOP + "," + END, ""));
        host.until(run, "completed");
        Log log = host.log(run);
        assertThat(log.phases().subList(0, 2)).containsExactly("dispatch.began", "dispatch.failed");
        JsonObject failed = log.phase("dispatch.failed");
        assertThat(failed.object("payload").orElseThrow().has("childRunId")).isFalse();
        assertThat(failed.object("payload").orElseThrow().object("error")).isPresent();
        assertThat(log.kinds()).containsExactly("next-worker", "next-worker", "terminate");
    }

    @Test
    void workersGoInTheirOrderAndTheNextTurnWaitsForAllOfThem() {
        String plan =
                "{'kind':'next-worker','nextWorkerIds':['conformance-noop','conformance-identity','conformance-noop']}";
        String run = host.start(host.team("j-fan", plan + "," + END, ""));
        host.until(run, "completed");
        Log log = host.log(run);
        List<String> began = log.chain().payloads().stream()
                .filter(payload -> payload.string("phase").orElseThrow().equals("dispatch.began"))
                .map(payload -> payload.string("workerId").orElseThrow())
                .toList();
        assertThat(began).containsExactly("conformance-noop", "conformance-identity", "conformance-noop");
        assertThat(Log.sequence(log.decisions().events().getLast()))
                .isGreaterThan(Log.sequence(log.chain().events().getLast()));
    }

    @Test
    void parallelWorkersBeginBeforeAnyOfThemEnds() {
        String plan = "{'kind':'next-worker','nextWorkerIds':['conformance-delay','conformance-delay']}";
        String run = host.start(host.team("j-parallel", plan + "," + END, "'fanOutPolicy':'parallel'"));
        host.until(run, "completed");
        assertThat(host.log(run).phases().subList(0, 4))
                .containsExactlyInAnyOrder(
                        "dispatch.began", "dispatch.began", "dispatch.succeeded", "dispatch.succeeded");
        JsonObject dispatch =
                host.get("/.well-known/openwop").json().object("dispatch").orElseThrow();
        assertThat(dispatch.get("fanOutSupported"))
                .as("RFC 0118 asks for joins under this flag")
                .isEqualTo(JsonBool.FALSE);
    }

    @Test
    void aLoopThatPassesItsBoundFailsWithWhatWasObserved() {
        String run = host.start(
                host.team("j-bound", NOOP + "," + NOOP + "," + NOOP + "," + END, ""),
                "'configurable':{'maxLoopIterations':2}");
        JsonObject end = host.until(run, "failed");
        JsonObject error = end.object("error").orElseThrow();
        assertThat(error.string("code")).contains("loop_limit_exceeded");
        assertThat(error.object("details").orElseThrow().get("iteration")).hasToString("3");
        JsonObject breach = host.log(run).of("cap.breached").onePayload();
        assertThat(breach.string("kind")).contains("loop-iterations");
        assertThat(breach.get("limit")).hasToString("2");
        assertThat(breach.get("observed")).hasToString("3");
        assertThat(host.log(run).kinds()).hasSize(2);
    }

    private List<String> iterations(String run) {
        return host.log(run).decisions().payloads().stream()
                .map(decided -> String.valueOf(decided.get("iteration")))
                .toList();
    }

    @Test
    void everyDecisionSaysWhichTurnItIsWhateverComesOfIt() {
        String unsure = "{'kind':'next-worker','nextWorkerIds':['conformance-noop'],'confidence':0.2}";
        String run = host.start(host.team(
                "j-iteration",
                "{'kind':'next-worker','nextWorkerIds':['conformance-dispatch-deterministic-fail-child']},"
                        + "{'kind':'clarify','questions':[{'id':'q1','question':'Which?'}]}," + unsure + "," + unsure
                        + ",{'kind':'next-worker','nextWorkerIds':['nobody']}," + END,
                ""));
        host.until(run, "waiting-input");
        assertThat(iterations(run)).containsExactly("1", "2");
        host.answer(run, "{'answers':{'q1':'blue'}}").is(200);
        host.until(run, "waiting-approval");
        host.answer(run, "{'action':'reject'}").is(200);
        Until.seen(() -> host.log(run).decisions().events(), decided -> decided.size() >= 4);
        host.until(run, "waiting-approval");
        host.answer(run, "{'action':'accept'}").is(200);
        host.until(run, "completed");
        assertThat(iterations(run)).containsExactly("1", "2", "3", "4", "5", "6");
        String replay = host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        host.until(replay, "completed");
        assertThat(iterations(replay)).isEqualTo(iterations(run));
        long second = Log.sequence(host.log(run).decisions().events().get(1));
        String branch = host.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':" + second + "}")
                .is(201)
                .text("runId");
        host.until(branch, "waiting-input");
        assertThat(iterations(branch)).containsExactly("1", "2");
    }

    @Test
    void aFileThatAWorkerWritesIsSeenFromTheNextTurnOnAndByEverybodyElse() {
        host.post(
                        JudgedHost.SEAMS + "/workflows",
                        "{'workflowId':'j-writer','nodes':[{'nodeId':'w','typeId':'waybill.workspace.write',"
                                + "'config':{'path':'j/notes.md','content':'hello'}}]}")
                .is(201);
        host.post(
                        JudgedHost.SEAMS + "/workflows",
                        "{'workflowId':'j-reader','nodes':[{'nodeId':'r','typeId':'waybill.workspace.list',"
                                + "'config':{'prefix':'j/'}}]}")
                .is(201);
        String run = host.start(host.team(
                "j-files",
                "{'kind':'next-worker','nextWorkerIds':['j-writer','j-reader']},"
                        + "{'kind':'next-worker','nextWorkerIds':['j-reader']}," + END,
                ""));
        host.until(run, "completed");
        List<String> children = host.log(run).of("node.dispatched").payloads().stream()
                .map(dispatched -> dispatched.string("childRunId").orElseThrow())
                .toList();
        JsonObject told = host.log(children.get(0)).of("workspace.updated").onePayload();
        assertThat(told.string("path")).contains("j/notes.md");
        assertThat(seen(children.get(1))).doesNotContain("j/notes.md");
        assertThat(seen(children.get(2))).contains("j/notes.md");
        assertThat(host.get("/v1/host/workspace/files/j%2Fnotes.md").is(200).text("content"))
                .isEqualTo("hello");
        assertThat(String.valueOf(host.snapshot(children.get(2)).get("workspace")))
                .contains("j/notes.md");
    }

    private String seen(String child) {
        return host.log(child).of("node.completed").onePayload().toString();
    }

    @Test
    void aGiveUpShowsInTheLastEventOrTheSnapshot() {
        String run = host.start(
                host.team("j-give-up", "{'kind':'terminate','successCriteria':[{'key':'built','met':false}]}", ""));
        JsonObject end = host.until(run, "completed", "failed");
        assertThat(host.log(run).events().getLast() + "" + end).contains("\"goalMet\":false");
    }

    @Test
    void aHostThatDoesNotAdvertiseTheModelEmitsNoneOfItsEvents() {
        host.team("j-off", NOOP + "," + END, "");
        try {
            host.post(
                            JudgedHost.SEAMS + "/test/capability-toggle",
                            "{'name':'multiAgent.executionModel.supported','value':false}")
                    .is(200);
            JudgedHost.Reply reply =
                    host.post("/v1/runs", "{'workflowId':'j-off'}").is(400);
            assertThat(reply.json().object("details").orElseThrow().string("requiredCapability"))
                    .isPresent();
        } finally {
            host.post(
                            JudgedHost.SEAMS + "/test/capability-toggle",
                            "{'name':'multiAgent.executionModel.supported','value':null}")
                    .is(200);
        }
        host.until(host.start("j-off"), "completed");
    }

    @Test
    void inputsAreMappedAndWhatTheParentLacksIsAbsentNotNull() {
        String run = host.start("conformance-dispatch-input-mapping", "'inputs':{'parentName':'Alice'}");
        host.until(run, "completed");
        JsonObject child = host.snapshot(child(run));
        assertThat(child.object("inputs").orElseThrow().string("childGreeting")).contains("Alice");
        assertThat(child.string("parentRunId")).contains(run);
        assertThat(child.string("parentNodeId")).isPresent();
        String bare = host.start(host.team(
                "j-unset",
                "{'kind':'next-worker','nextWorkerIds':['conformance-dispatch-input-mapping-child']}," + END,
                "'inputMapping':{'childGreeting':'nothingIsCalledSo'}"));
        host.until(bare, "completed");
        assertThat(host.snapshot(child(bare)).object("inputs").orElseThrow().has("childGreeting"))
                .isFalse();
    }

    @Test
    void outputsOfACompletedChildReachTheParent() {
        String run = host.start("conformance-dispatch-output-mapping");
        JsonObject end = host.until(run, "completed");
        assertThat(end.object("variables").orElseThrow().string("parentResult")).contains("done");
        JsonValue children = end.get("childRuns");
        assertThat(String.valueOf(children)).contains("\"runId\"", "\"status\":\"completed\"");
    }

    @Test
    void withoutAnOutputMappingAHandOverEndsAtTheChildsEnd() {
        String run = host.start(host.team("j-plain", NOOP + "," + END, ""));
        host.until(run, "completed");
        assertThat(host.log(run).phases()).containsExactly("dispatch.began", "dispatch.succeeded", "child.completed");
    }
}
