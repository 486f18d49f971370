package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.ExportRefused;
import dev.waybill.runtime.receipt.Sealer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What receipts of runs say beside the steps: agents, salts, time, progress; and what they refuse.
class ReceiptContentTest {

    private final Signed signed = new Signed();

    static String agent(String id, String agent) {
        return "{'id':'%s','typeId':'core.noop','name':'%s','position':{'x':0,'y':0},'config':{},'inputs':{},'agent':{'agentId':'%s'}}"
                .formatted(id, id, agent);
    }

    @Test
    void theSummaryListsWhoActed() {
        RunId run = signed.start(
                List.of(RunReceiptsTest.node("a", "core.noop", ""), agent("b", "agent:ada"), agent("c", "agent:bob")),
                List.of());
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
        signed.assertSound(signed.start(nodes, List.of()));
    }

    @Test
    void theHolderCanShowWhatWasSigned() {
        JsonObject inputs = JsonObject.builder().put("name", "ada").build();
        RunId run = signed.start(
                RunReceiptsTest.workflow("flow", List.of(RunReceiptsTest.node("a", "core.identity", "")), List.of()),
                inputs,
                ReceiptPolicy.DEFAULT);
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
                RunReceiptsTest.workflow("flow", List.of(RunReceiptsTest.node("a", "core.noop", "")), List.of()),
                JsonObject.EMPTY,
                ReceiptPolicy.OFF);
        assertThat(signed.steps(run)).isEmpty();
        signed.assertComplete(run);
        assertThatThrownBy(() -> signed.verify(run, ExportOptions.DEFAULT))
                .isInstanceOf(ExportRefused.class)
                .hasMessageContaining("switched off");
    }

    @Test
    void aClockThatWasSetBackIsSignedForAndAccepted() {
        RunId run = signed.start(
                List.of(
                        RunReceiptsTest.node("gate", "core.approvalGate", ""),
                        RunReceiptsTest.node("b", "core.noop", "")),
                List.of(RunReceiptsTest.edge("gate", "b")));
        signed.host.pass(Duration.ofHours(-2));
        signed.answer(run, "gate", "accept");
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
                RunReceiptsTest.workflow(
                        "flow",
                        List.of(RunReceiptsTest.node("a", "test.reporting", "'progressReceipts':true")),
                        List.of()),
                JsonObject.EMPTY,
                ReceiptPolicy.DEFAULT);
        assertThat(working.told(loud)).containsExactly("start", "progress a", "progress a", "node a completed");
        assertThat(working.steps(loud).subList(1, 4).stream()
                        .map(each -> Signed.context(each).stepId())
                        .distinct())
                .hasSize(1);
        working.assertSound(loud);
        RunId quiet = working.start(
                RunReceiptsTest.workflow("flow", List.of(RunReceiptsTest.node("a", "test.reporting", "")), List.of()),
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
        RunId run = signed.start(
                List.of(RunReceiptsTest.node(
                        "n".repeat(200), "core.fail", "'code':'%s','message':'%s'".formatted(code, "m".repeat(5_000)))),
                List.of());
        assertThat(Signed.error(signed.summary(run)).errorCode()).hasSize(64);
        assertThat(Signed.error(signed.summary(run)).errorMessage())
                .hasSize(1_024)
                .contains("…sha256:");
        signed.assertSound(run);
    }

    @Test
    void theSameDecisionGivesTheSameReceipts() {
        RunId run = signed.start(
                List.of(
                        RunReceiptsTest.node("gate", "core.approvalGate", ""),
                        RunReceiptsTest.node("b", "core.noop", "")),
                List.of(RunReceiptsTest.edge("gate", "b")));
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
        List<String> first = texts(sealer.seal(decision, head, () -> List.of(head.ref()), RelatedRuns.NONE, null));
        assertThat(texts(sealer.seal(decision, head, () -> List.of(head.ref()), RelatedRuns.NONE, null)))
                .isEqualTo(first);
        signed.answer(run, "gate", "accept");
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
        RunId run = signed.start(List.of(RunReceiptsTest.node("gate", "core.approvalGate", "")), List.of());
        Decision decision = new Decider(NodeTypes.core(), Limits.DEFAULT)
                .decide(signed.host.state(run), new Command.Cancel(signed.host.instant(), null, null));
        ReceiptHead head = signed.store.receiptHead(run).orElseThrow();
        assertThatThrownBy(() -> new Sealer(Signed.KEYS).seal(decision, head, List::of, RelatedRuns.NONE, null))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("receipts");
    }

    @Test
    void whatCannotBeSignedForIsTold() {
        RunId run = signed.start(List.of(RunReceiptsTest.node("gate", "core.interrupt", "'kind':'custom'")), List.of());
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
        assertThatThrownBy(() -> new Sealer(Signed.KEYS).seal(decision, head, List::of, RelatedRuns.NONE, null))
                .isInstanceOf(SealingFailed.class)
                .hasMessageContaining("no receipt can be signed");
    }
}
