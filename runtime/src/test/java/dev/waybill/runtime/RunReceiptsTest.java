package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.attest.RelatedRuns;
import dev.waybill.engine.attest.Salted;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.ExportRefused;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunReceiptsTest {

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
                new ReceiptPolicy(true, wire, false));
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

    private RunId start(List<String> nodes, List<String> edges) {
        return signed.start(workflow("flow", nodes, edges), JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
    }

    private void answer(RunId run, String node, String action) {
        signed.host.host.tell(
                run,
                at -> new Command.Answer(
                        at, node, JsonObject.EMPTY.with("action", new JsonString(action)), "ada", true));
        signed.host.settle();
    }

    private static WorkflowError error(WorkflowSummary summary) {
        return Objects.requireNonNull(summary.evidence().errorContext());
    }

    @Test
    void aFailedNodeIsSignedForAndTheSummaryNamesItsStep() {
        RunId run = start(
                List.of(node("a", "core.noop", ""), node("b", "core.fail", "'code':'broken','message':'no luck'")),
                List.of(edge("a", "b")));
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node b failed");
        WorkflowSummary summary = signed.summary(run);
        assertThat(summary.evidence().status()).isEqualTo(WorkflowStatus.FAILED);
        Receipt failed = signed.steps(run).getLast();
        assertThat(error(summary).failedStepId())
                .isEqualTo(Signed.context(failed).stepId());
        assertThat(error(summary).errorCode()).isEqualTo("broken");
        assertThat(error(summary).errorMessage()).isEqualTo("no luck");
        assertThat(Signed.details(failed).string("error_code")).contains("broken");
        signed.assertSound(run);
    }

    @Test
    void everyAttemptIsAStepThatFollowsTheOneThatFailed() {
        RunId run = start(
                List.of(
                        "{'id':'a','typeId':'core.fail','name':'a','position':{'x':0,'y':0},'config':{'retryable':true},"
                                + "'inputs':{},'settings':{'maxRetries':1,'retryDelayMs':1000}}"),
                List.of());
        signed.host.pass(Duration.ofSeconds(1));
        assertThat(signed.told(run)).containsExactly("start", "node a failed", "node a failed");
        Receipt first = signed.steps(run).get(1);
        Receipt second = signed.steps(run).get(2);
        assertThat(Signed.details(first).get("retried")).isEqualTo(JsonBool.TRUE);
        assertThat(Signed.context(second).parentStepIds())
                .containsExactly(Signed.context(first).stepId());
        assertThat(error(signed.summary(run)).failedStepId())
                .isEqualTo(Signed.context(second).stepId());
        signed.assertSound(run);
    }

    @Test
    void aSkippedNodeIsSignedForBehindWhatLedToIt() {
        RunId run = start(
                List.of(node("a", "core.noop", ""), node("b", "core.noop", ""), node("c", "core.noop", "")),
                List.of(
                        "{'id':'e','sourceNodeId':'a','targetNodeId':'b','condition':{'expression':'1 == 2'}}",
                        edge("b", "c")));
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node b skipped", "node c skipped");
        signed.assertSound(run);
    }

    @Test
    void aCancelledRunSignsForWhatItLeaves() {
        RunId run = start(List.of(node("gate", "core.approvalGate", "")), List.of());
        signed.host.host.tell(run, at -> new Command.Cancel(at, "enough", "ada", null));
        signed.host.settle();
        assertThat(signed.told(run)).containsExactly("start", "node gate cancelled");
        assertThat(signed.summary(run).evidence().status()).isEqualTo(WorkflowStatus.CANCELLED);
        signed.assertSound(run);
    }

    @Test
    void aCancelBetweenTwoAttemptsIsAStepOfItsOwn() {
        RunId run = start(
                List.of(
                        "{'id':'a','typeId':'core.fail','name':'a','position':{'x':0,'y':0},'config':{'retryable':true},"
                                + "'inputs':{},'settings':{'maxRetries':1,'retryDelayMs':1000}}"),
                List.of());
        signed.host.host.tell(run, at -> new Command.Cancel(at, "enough", "ada", null));
        signed.host.settle();
        assertThat(signed.told(run)).containsExactly("start", "node a failed", "node a cancelled");
        signed.assertSound(run);
    }

    @Test
    void anOpenRunIsExportedAsInProgress() {
        RunId run = start(
                List.of(node("a", "core.noop", ""), node("gate", "core.approvalGate", "")), List.of(edge("a", "gate")));
        AuditReport open = signed.assertSound(run);
        assertThat(open.findings().stream().map(Finding::code)).contains("SUMMARY_OPEN");
        assertThat(signed.store.receipts(run, StoredReceipt.Kind.SUMMARY, 0, 1)).isEmpty();
        answer(run, "gate", "accept");
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node gate completed");
        AuditReport ended = signed.assertSound(run);
        assertThat(ended.findings().stream().map(Finding::code)).doesNotContain("SUMMARY_OPEN");
    }

    @Test
    void aRunThatFailsWithoutAFailedNodeNamesItsRoot() {
        RunId run = signed.host.host.start(new StartRequest(
                workflow("flow", List.of(node("gate", "core.approvalGate", "")), List.of()),
                JsonObject.EMPTY,
                JsonObject.builder().put("runTimeoutMs", 1_000).build(),
                JsonObject.EMPTY,
                null,
                null,
                null));
        signed.host.settle();
        signed.host.pass(Duration.ofSeconds(2));
        assertThat(error(signed.summary(run)).errorCode()).isEqualTo("run_timeout");
        assertThat(error(signed.summary(run)).failedStepId())
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
        assertThat(error(signed.summary(run)).errorCode()).isEqualTo("loop_limit_exceeded");
        signed.assertSound(run);
    }

    @Test
    void aHandOverIsSignedForOnBothSidesAndLinksTheTwoRuns() {
        signed.host.knows(workflow("child", List.of(node("wait", "core.delay", "'ms':1000")), List.of()));
        signed.host.knows(workflow("slow", List.of(node("wait", "core.delay", "'ms':2000")), List.of()));
        RunId run = start(
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
    }

    @Test
    void aBranchOpensWithAReceiptThatBindsItsSource() {
        RunId run = start(
                List.of(node("a", "core.noop", ""), node("b", "core.noop", ""), node("gate", "core.approvalGate", "")),
                List.of(edge("a", "b"), edge("b", "gate")));
        JsonObject overlay = JsonObject.EMPTY.with("variables", JsonObject.EMPTY.with("n", JsonNumber.of(2)));
        RunId branch = signed.host.host.fork(run, signed.host.state(run).head(), ForkMode.BRANCH, overlay);
        signed.host.settle();
        answer(branch, "gate", "accept");
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
        signed.assertSound(branch);
    }

    @Test
    void aReplaySignsItsVerdictAndNothingElse() {
        RunId run = start(List.of(node("a", "core.noop", ""), node("b", "core.noop", "")), List.of(edge("a", "b")));
        RunId first = signed.host.host.fork(run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        RunId second = signed.host.host.fork(run, 3, ForkMode.REPLAY, JsonObject.EMPTY);
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
                        List.of(node("call", "core.subWorkflow", "'workflowId':'child'"), agent("n", "agent:ada")),
                        List.of()),
                JsonObject.EMPTY,
                new ReceiptPolicy(true, "0.1", true));
        AuditReport report = signed.assertSound(run);
        assertThat(report.graph().handovers()).hasSize(1);
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

    private static String agent(String id, String agent) {
        return "{'id':'%s','typeId':'core.noop','name':'%s','position':{'x':0,'y':0},'config':{},'inputs':{},'agent':{'agentId':'%s'}}"
                .formatted(id, id, agent);
    }

    @Test
    void theSummaryListsWhoActed() {
        RunId run =
                start(List.of(node("a", "core.noop", ""), agent("b", "agent:ada"), agent("c", "agent:bob")), List.of());
        assertThat(signed.summary(run).evidence().agentsInvolved())
                .containsExactly("waybill:acme/flow", "agent:ada", "agent:bob");
        assertThat(signed.summary(run).evidence().orchestratorId()).isEqualTo("waybill:acme/flow");
        signed.assertSound(run);
    }

    @Test
    void moreThanAHundredAgentsAreListedAndCheck() {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            nodes.add(agent("n" + i, "agent:" + i));
        }
        signed.assertSound(start(nodes, List.of()));
    }

    @Test
    void theHolderCanShowWhatWasSigned() {
        JsonObject inputs = JsonObject.builder().put("name", "ada").build();
        RunId run = signed.start(
                workflow("flow", List.of(node("a", "core.identity", "")), List.of()), inputs, ReceiptPolicy.DEFAULT);
        RunHeader header = signed.host.state(run).header();
        byte[] salt = Salted.INPUT.salt(header, StoredReceipt.CREATION);
        assertThat(Signed.details(signed.steps(run).getFirst()).string("input_digest"))
                .contains(Salted.digest(salt, inputs).toString());
        byte[] result = Salted.OUTPUT.salt(header, signed.host.state(run).head() - 1);
        assertThat(signed.summary(run).evidence().finalResultHash())
                .isEqualTo(Salted.digest(result, signed.host.state(run).outputs()));
        assertThat(signed.steps(run).getFirst().claims().toString()).doesNotContain("ada");
    }

    @Test
    void aWorkflowWithoutReceiptsHasNone() {
        RunId run = signed.start(
                workflow("flow", List.of(node("a", "core.noop", "")), List.of()), JsonObject.EMPTY, ReceiptPolicy.OFF);
        assertThat(signed.steps(run)).isEmpty();
        signed.assertComplete(run);
        assertThatThrownBy(() -> signed.verify(run, ExportOptions.DEFAULT))
                .isInstanceOf(ExportRefused.class)
                .hasMessageContaining("switched off");
    }

    @Test
    void aClockThatWasSetBackIsSignedForAndAccepted() {
        RunId run = start(
                List.of(node("gate", "core.approvalGate", ""), node("b", "core.noop", "")), List.of(edge("gate", "b")));
        signed.host.pass(Duration.ofHours(-2));
        answer(run, "gate", "accept");
        assertThat(signed.told(run)).containsExactly("start", "clock-step", "node gate completed", "node b completed");
        signed.assertComplete(run);
        signed.host.pass(Duration.ofHours(3));
        AuditReport report = signed.verify(run, ExportOptions.DEFAULT);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.findings().stream()
                        .filter(finding -> finding.code().equals("TEMPORAL_ORDER"))
                        .map(Finding::severity))
                .isNotEmpty()
                .containsOnly(Severity.INFO);
    }

    @Test
    void progressIsSignedForWhereTheDefinitionAsks() {
        Signed working = new Signed(new Reporting());
        RunId loud = working.start(
                workflow("flow", List.of(node("a", "test.reporting", "'progressReceipts':true")), List.of()),
                JsonObject.EMPTY,
                ReceiptPolicy.DEFAULT);
        assertThat(working.told(loud)).containsExactly("start", "progress a", "progress a", "node a completed");
        assertThat(working.steps(loud).subList(1, 4).stream()
                        .map(each -> Signed.context(each).stepId())
                        .distinct())
                .hasSize(1);
        working.assertSound(loud);
        RunId quiet = working.start(
                workflow("flow", List.of(node("a", "test.reporting", "")), List.of()),
                JsonObject.EMPTY,
                ReceiptPolicy.DEFAULT);
        assertThat(working.told(quiet)).containsExactly("start", "node a completed");
        working.assertSound(quiet);
    }

    /// Tells twice how far it is.
    private record Reporting() implements Activity {
        @Override
        public String typeId() {
            return "test.reporting";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            call.progress("half", JsonNumber.of(50));
            call.progress("nearly", JsonNumber.of(99));
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    @Test
    void longTextsAreCutAndNothingIsRefused() {
        String code = "c".repeat(300);
        RunId run = start(
                List.of(node(
                        "n".repeat(200), "core.fail", "'code':'%s','message':'%s'".formatted(code, "m".repeat(5_000)))),
                List.of());
        assertThat(error(signed.summary(run)).errorCode()).hasSize(64);
        assertThat(error(signed.summary(run)).errorMessage()).hasSize(1_024).contains("…sha256:");
        signed.assertSound(run);
    }

    @Test
    void theSameDecisionGivesTheSameReceipts() {
        RunId run = start(
                List.of(node("gate", "core.approvalGate", ""), node("b", "core.noop", "")), List.of(edge("gate", "b")));
        ReceiptHead head = signed.store.receiptHead(run).orElseThrow();
        Decision decision = new Decider(NodeTypes.core(), Limits.DEFAULT)
                .decide(
                        signed.host.state(run),
                        new Command.Answer(
                                signed.host.instant(),
                                "gate",
                                JsonObject.EMPTY.with("action", new JsonString("accept")),
                                "ada",
                                true));
        Sealer sealer = new Sealer(Signed.KEYS);
        List<String> first = texts(sealer.seal(decision, head, () -> List.of(head.ref()), RelatedRuns.NONE));
        assertThat(texts(sealer.seal(decision, head, () -> List.of(head.ref()), RelatedRuns.NONE)))
                .isEqualTo(first);
        answer(run, "gate", "accept");
        assertThat(signed.steps(run).stream().skip(1).map(Receipt::compact)).isEqualTo(first.subList(0, 2));
        assertThat(first).hasSize(3);
    }

    private static List<String> texts(List<StoredReceipt> sealed) {
        return sealed.stream()
                .map(receipt -> new String(receipt.bytes(), StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Test
    void aChainThatLostAReceiptIsNotSummedUp() {
        RunId run = start(List.of(node("gate", "core.approvalGate", "")), List.of());
        Decision decision = new Decider(NodeTypes.core(), Limits.DEFAULT)
                .decide(signed.host.state(run), new Command.Cancel(signed.host.instant(), null, null, null));
        ReceiptHead head = signed.store.receiptHead(run).orElseThrow();
        assertThatThrownBy(() -> new Sealer(Signed.KEYS).seal(decision, head, List::of, RelatedRuns.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("receipts");
    }

    @Test
    void whatCannotBeSignedForIsTold() {
        RunId run = start(List.of(node("gate", "core.interrupt", "'kind':'custom'")), List.of());
        Decision decision = new Decider(NodeTypes.core(), Limits.DEFAULT)
                .decide(
                        signed.host.state(run),
                        new Command.Answer(
                                signed.host.instant(),
                                "gate",
                                JsonObject.EMPTY.with("huge", new JsonNumber("1e999")),
                                null,
                                false));
        ReceiptHead head = signed.store.receiptHead(run).orElseThrow();
        assertThatThrownBy(() -> new Sealer(Signed.KEYS).seal(decision, head, List::of, RelatedRuns.NONE))
                .isInstanceOf(SealingFailed.class)
                .hasMessageContaining("no receipt can be signed");
    }
}
