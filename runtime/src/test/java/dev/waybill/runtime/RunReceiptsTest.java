package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Salted;
import dev.waybill.engine.decide.Command;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunReceiptsTest {

    private static final String TRIED_TWICE =
            "{'id':'a','typeId':'core.fail','name':'a','position':{'x':0,'y':0},'config':{'retryable':true},"
                    + "'inputs':{},'settings':{'maxRetries':1,'retryDelayMs':1000}}";

    private final Signed signed = new Signed();

    static WorkflowDefinition workflow(String id, List<String> nodes, List<String> edges) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, String.join(",", nodes), String.join(",", edges)));
    }

    static String node(String id, String type, String config) {
        return "{'id':'%s','typeId':'%s','name':'%s','position':{'x':0,'y':0},'config':{%s},'inputs':{}}"
                .formatted(id, type, id, config);
    }

    static String edge(String from, String to) {
        return "{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(from, to, from, to);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "0.2"})
    void everyNodeIsSignedForOnEitherWire(String wire) {
        RunId run = signed.start(
                workflow(
                        "row",
                        List.of(node("a", "core.noop", ""), node("b", "core.noop", "")),
                        List.of(edge("a", "b"))),
                JsonObject.EMPTY,
                new ReceiptPolicy(true, wire, false, false));
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node b completed");
        assertThat(signed.assertSound(run).counts().total()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 256, 257})
    void joinsOfAnyWidthAreSignedAndVerify(int width) {
        List<String> nodes = new ArrayList<>(List.of(node("in", "core.noop", ""), node("out", "core.noop", "")));
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            nodes.add(node("n" + i, "core.noop", ""));
            edges.add(edge("in", "n" + i));
            edges.add(edge("n" + i, "out"));
        }
        RunId run = signed.start(workflow("wide", nodes, edges), JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
        int joins = width <= 16 ? 0 : (width - 16 + 14) / 15;
        assertThat(signed.told(run).stream().filter("join out"::equals)).hasSize(joins);
        assertThat(signed.assertSound(run).counts().total()).isEqualTo(1 + 2 + width + joins + 1);
    }

    @Test
    void aFailedNodeIsSignedForAndTheSummaryNamesItsStep() {
        RunId run = signed.start(
                List.of(node("a", "core.noop", ""), node("b", "core.fail", "'code':'broken','message':'no luck'")),
                List.of(edge("a", "b")));
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node b failed");
        WorkflowSummary summary = signed.summary(run);
        assertThat(summary.evidence().status()).isEqualTo(WorkflowStatus.FAILED);
        Receipt failed = signed.steps(run).getLast();
        assertThat(Signed.error(summary).failedStepId())
                .isEqualTo(Signed.context(failed).stepId());
        assertThat(Signed.error(summary).errorCode()).isEqualTo("broken");
        assertThat(Signed.error(summary).errorMessage()).isEqualTo("no luck");
        assertThat(Signed.details(failed).string("error_code")).contains("broken");
        signed.assertSound(run);
    }

    @Test
    void everyAttemptIsAStepThatFollowsTheOneThatFailed() {
        RunId run = signed.start(List.of(TRIED_TWICE), List.of());
        signed.host.pass(Duration.ofSeconds(1));
        assertThat(signed.told(run)).containsExactly("start", "node a failed", "node a failed");
        Receipt first = signed.steps(run).get(1);
        Receipt second = signed.steps(run).get(2);
        assertThat(Signed.details(first).get("retried")).isEqualTo(JsonBool.TRUE);
        assertThat(Signed.context(second).parentStepIds())
                .containsExactly(Signed.context(first).stepId());
        assertThat(Signed.error(signed.summary(run)).failedStepId())
                .isEqualTo(Signed.context(second).stepId());
        signed.assertSound(run);
    }

    @Test
    void aSkippedNodeIsSignedForBehindWhatLedToIt() {
        RunId run = signed.start(
                List.of(node("a", "core.noop", ""), node("b", "core.noop", ""), node("c", "core.noop", "")),
                List.of(
                        "{'id':'e','sourceNodeId':'a','targetNodeId':'b','condition':{'expression':'1 == 2'}}",
                        edge("b", "c")));
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node b skipped", "node c skipped");
        signed.assertSound(run);
    }

    @Test
    void aCancelledRunSignsForWhatItLeaves() {
        RunId run = signed.start(List.of(node("gate", "core.approvalGate", "")), List.of());
        signed.host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        signed.host.settle();
        assertThat(signed.told(run)).containsExactly("start", "node gate cancelled");
        assertThat(signed.summary(run).evidence().status()).isEqualTo(WorkflowStatus.CANCELLED);
        signed.assertSound(run);
    }

    @Test
    void aCancelBetweenTwoAttemptsIsAStepOfItsOwn() {
        RunId run = signed.start(List.of(TRIED_TWICE), List.of());
        signed.host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        signed.host.settle();
        assertThat(signed.told(run)).containsExactly("start", "node a failed", "node a cancelled");
        signed.assertSound(run);
    }

    @Test
    void anOpenRunIsExportedAsInProgress() {
        RunId run = signed.start(
                List.of(node("a", "core.noop", ""), node("gate", "core.approvalGate", "")), List.of(edge("a", "gate")));
        AuditReport open = signed.assertSound(run);
        assertThat(open.findings().stream().map(Finding::code)).contains("SUMMARY_OPEN");
        assertThat(open.headline()).contains("partial: the run was still open at");
        assertThat(signed.store.receipts(run, StoredReceipt.Kind.SUMMARY, 0, 1)).isEmpty();
        signed.answer(run, "gate", "accept");
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node gate completed");
        AuditReport ended = signed.assertSound(run);
        assertThat(ended.findings().stream().map(Finding::code)).doesNotContain("SUMMARY_OPEN");
        assertThat(ended.headline()).endsWith(", complete");
    }

    @Test
    void aRunThatFailsWithoutAFailedNodeNamesItsRoot() {
        RunId run = signed.host.host.start(
                TestHost.ACME,
                new StartRequest(
                        workflow("flow", List.of(node("gate", "core.approvalGate", "")), List.of()),
                        JsonObject.EMPTY,
                        JsonObject.builder().put("runTimeoutMs", 1_000).build(),
                        JsonObject.EMPTY,
                        EvidenceEnvelope.NONE,
                        null,
                        null));
        signed.host.settle();
        signed.host.pass(Duration.ofSeconds(2));
        assertThat(Signed.error(signed.summary(run)).errorCode()).isEqualTo("run_timeout");
        assertThat(Signed.error(signed.summary(run)).failedStepId())
                .isEqualTo(Signed.context(signed.steps(run).getFirst()).stepId());
        signed.assertSound(run);
    }

    @Test
    void eachRoundOfALoopIsAStep() {
        WorkflowDefinition loop = TestHost.definition(
                "{'id':'loop','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0,'maxLoopbackIterations':2}}"
                        .formatted(
                                String.join(
                                        ",",
                                        node("in", "core.noop", ""),
                                        node("a", "core.noop", ""),
                                        node("b", "core.noop", "")),
                                String.join(",", edge("in", "a"), edge("a", "b"), edge("b", "a"))));
        RunId run = signed.start(loop, JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
        assertThat(signed.told(run).stream().filter("node a completed"::equals).count())
                .isGreaterThan(1);
        assertThat(Signed.error(signed.summary(run)).errorCode()).isEqualTo("loop_limit_exceeded");
        signed.assertSound(run);
    }

    @Test
    void aHandOverIsSignedForOnBothSidesAndLinksTheTwoRuns() {
        signed.host.knows(workflow("child", List.of(node("wait", "core.delay", "'ms':1000")), List.of()));
        signed.host.knows(workflow("slow", List.of(node("wait", "core.delay", "'ms':2000")), List.of()));
        RunId run = signed.start(
                List.of(
                        node("call", "core.subWorkflow", "'workflowId':'child'"),
                        node("twin", "core.subWorkflow", "'workflowId':'slow'")),
                List.of());
        signed.host.pass(Duration.ofSeconds(1));
        signed.host.pass(Duration.ofSeconds(1));
        assertThat(signed.told(run))
                .containsExactlyInAnyOrder(
                        "start",
                        "hand-over-out call",
                        "hand-over-out twin",
                        "hand-over-in call",
                        "node call completed",
                        "hand-over-in twin",
                        "node twin completed");
        List<RunId> children = signed.store.runs(RunQuery.all(10)).stream()
                .map(stored -> stored.header().runId())
                .filter(id -> !id.equals(run))
                .toList();
        assertThat(children).hasSize(2);
        for (RunId child : children) {
            signed.assertComplete(child);
            Receipt root = signed.steps(child).getFirst();
            Receipt out = signed.steps(run).stream()
                    .filter(each ->
                            each.ref().toString().equals(Signed.context(root).orchestratorReceiptRef()))
                    .findFirst()
                    .orElseThrow();
            assertThat(Signed.details(out).string("kind")).contains("hand-over-out");
            assertThat(Signed.details(out).object("child").orElseThrow().string("workflow_id"))
                    .contains(Signed.context(root).workflowId().value());
            String summary = signed.store
                    .receipts(child, StoredReceipt.Kind.SUMMARY, 0, 1)
                    .getFirst()
                    .ref()
                    .toString();
            assertThat(signed.steps(run).stream()
                            .flatMap(each -> Signed.details(each).object("child").stream())
                            .flatMap(each -> each.string("summary").stream()))
                    .contains(summary);
        }
        AuditReport report = signed.assertSound(run);
        assertThat(report.counts().workflows()).isEqualTo(3);
        assertThat(report.graph().handovers()).hasSize(2);
        assertThat(report.completeness().isComplete()).isTrue();
        assertThat(signed.verify(run, new ExportOptions(false, false, false))
                        .completeness()
                        .reasons())
                .extracting(reason -> reason.cause().wire())
                .containsExactly("child_left_out", "child_left_out");
    }

    @Test
    void aNodeThatHandsOverTwiceFollowsFromBothChildren() {
        Signed team = new Signed(new Team());
        team.host.knows(workflow("child", List.of(node("wait", "core.delay", "'ms':1000")), List.of()));
        team.host.knows(workflow("doomed", List.of(node("fail", "core.fail", "")), List.of()));
        RunId run =
                team.start(List.of(node("pair", Team.TYPE, "'workers':['child','doomed'],'absorbs':true")), List.of());
        team.host.pass(Duration.ofSeconds(1));
        assertThat(team.told(run))
                .containsExactlyInAnyOrder(
                        "start",
                        "hand-over-out pair",
                        "hand-over-out pair",
                        "hand-over-in pair",
                        "hand-over-in pair",
                        "node pair completed");
        List<String> ends = team.steps(run).stream()
                .filter(each -> Signed.details(each).string("kind").orElse("").equals("hand-over-in"))
                .map(each -> Signed.context(each).stepId().value())
                .toList();
        assertThat(Signed.context(team.steps(run).getLast()).parentStepIds())
                .extracting(StepId::value)
                .containsExactlyInAnyOrderElementsOf(ends);
        assertThat(team.assertSound(run).counts().workflows()).isEqualTo(3);
        TrueCauses.all(team.store, new Histories(team.store));
        Repeated.all(team.store, List.of(new Team()));
    }

    @Test
    void aBranchOpensWithAReceiptThatBindsItsSource() {
        RunId run = signed.start(
                List.of(node("a", "core.noop", ""), node("b", "core.noop", ""), node("gate", "core.approvalGate", "")),
                List.of(edge("a", "b"), edge("b", "gate")));
        JsonObject overlay = JsonObject.EMPTY.with("variables", JsonObject.EMPTY.with("n", JsonNumber.of(2)));
        RunId branch =
                signed.host.host.fork(TestHost.ACME, run, signed.host.state(run).head(), ForkMode.BRANCH, overlay);
        signed.host.settle();
        signed.answer(branch, "gate", "accept");
        assertThat(signed.told(branch)).containsExactly("fork", "node gate completed");
        Receipt root = signed.steps(branch).getFirst();
        JsonObject from = Signed.details(root).object("from").orElseThrow();
        assertThat(from.string("receipt"))
                .contains(signed.steps(run).getLast().ref().toString());
        assertThat(from.get("receipt_count")).isEqualTo(JsonNumber.of(3));
        assertThat(Signed.details(root).string("overlay_digest"))
                .contains(Salted.OVERLAY
                        .digest(signed.host.state(branch).header(), StoredReceipt.CREATION, overlay)
                        .toString());
        assertThat(Signed.context(signed.steps(branch).getLast()).parentStepIds())
                .containsExactly(Signed.context(root).stepId());
        AuditReport both = signed.assertSound(branch, new ExportOptions(true, true, true));
        assertThat(both.graph().handovers()).hasSize(1);
        assertThat(both.headline()).contains("partial: the run was still open");
        assertThat(signed.assertSound(branch).headline()).contains("partial: it continues workflow");
        signed.answer(run, "gate", "accept");
        assertThat(signed.assertSound(branch, new ExportOptions(true, true, true))
                        .headline())
                .endsWith(", complete");
    }

    private RunId branch(RunId run) {
        long head = signed.host.state(run).head();
        RunId branch = signed.host.host.fork(TestHost.ACME, run, head, ForkMode.BRANCH, JsonObject.EMPTY);
        signed.host.settle();
        return branch;
    }

    @Test
    void aBranchBetweenTwoAttemptsGoesOnFromItsRoot() {
        RunId run = signed.start(List.of(TRIED_TWICE), List.of());
        RunId branch = branch(run);
        RunId branchOfIt = branch(branch);
        signed.host.pass(Duration.ofSeconds(1));
        for (RunId each : List.of(branch, branchOfIt)) {
            assertThat(signed.told(each)).containsExactly("fork", "node a failed");
            assertThat(Signed.context(signed.steps(each).getLast()).parentStepIds())
                    .containsExactly(
                            Signed.context(signed.steps(each).getFirst()).stepId());
            signed.assertSound(each);
        }
    }

    @Test
    void aReplaySignsItsVerdictAndNothingElse() {
        RunId run =
                signed.start(List.of(node("a", "core.noop", ""), node("b", "core.noop", "")), List.of(edge("a", "b")));
        RunId first = signed.host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        RunId second = signed.host.host.fork(TestHost.ACME, run, 3, ForkMode.REPLAY, JsonObject.EMPTY);
        signed.host.settle();
        for (RunId replay : List.of(first, second)) {
            assertThat(signed.told(replay)).containsExactly("replay-verdict");
            assertThat(signed.store.receipts(replay, StoredReceipt.Kind.SUMMARY, 0, 1))
                    .isEmpty();
            assertThat(Signed.details(signed.steps(replay).getFirst()).string("verdict"))
                    .contains("equal");
            AuditReport report = signed.assertSound(replay, new ExportOptions(true, true, false));
            assertThat(report.graph().handovers()).hasSize(1);
        }
        assertThat(Signed.details(signed.steps(first).getFirst()).get("compared_events"))
                .isEqualTo(JsonNumber.of(signed.host.state(run).head()));
        assertThat(signed.steps(first).getFirst().id())
                .isNotEqualTo(signed.steps(second).getFirst().id());
    }

    @Test
    void aPseudonymousRunNamesNobodyAndStillLinks() {
        signed.host.knows(workflow("child", List.of(node("n", "core.noop", "")), List.of()));
        RunId run = signed.start(
                workflow(
                        "secret-name",
                        List.of(
                                node("call", "core.subWorkflow", "'workflowId':'child'"),
                                ReceiptContentTest.agent("n", "agent:ada")),
                        List.of()),
                JsonObject.EMPTY,
                new ReceiptPolicy(true, "0.1", true, false));
        AuditReport report = signed.assertSound(run);
        assertThat(report.graph().handovers()).hasSize(1);
        assertThat(report.completeness().isComplete()).isTrue();
        for (Receipt receipt : signed.steps(run)) {
            assertThat(receipt.claims().toString())
                    .doesNotContain("secret-name")
                    .doesNotContain("acme")
                    .doesNotContain("ada")
                    .doesNotContain("_ewp_")
                    .doesNotContain(signed.host.state(run).header().workflowId())
                    .doesNotContain(signed.host.state(run).header().definition().toString());
        }
        assertThat(signed.summary(run).toJson().toString())
                .doesNotContain("acme")
                .doesNotContain("ada");
    }
}
