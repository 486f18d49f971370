package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.runtime.receipt.ExportOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What is signed here for work that a run on another host did.
class WorkElsewhereTest {

    private static final String THERE = "wf_01K9ZJ4QW3M8B4V6T0XH2C5N7R";
    private static final Digest SUMMARY = Digest.of("the other host's summary".getBytes(StandardCharsets.UTF_8));

    /// Hands its work to a run elsewhere.
    private record Handing(Function<ActivityCall, HostEvent> there, UnaryOperator<NodeResult> end) implements Activity {
        @Override
        public String typeId() {
            return "test.handing";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            String node = call.node().node().id();
            call.report(
                    new AgentFact.AgentToolReturned(
                            node, "acme.agent", "ship", "call-1", null, null, AgentFact.ToolStatus.OK),
                    there.apply(call));
            return end.apply(NodeResult.done(JsonObject.EMPTY));
        }
    }

    private static HostEvent ended(ActivityCall call) {
        return new HostEvent("waybill-b", "evt_there", THERE, SUMMARY);
    }

    private static RunId run(Signed signed, ReceiptPolicy policy) {
        return signed.start(
                RunReceiptsTest.workflow("flow", List.of(RunReceiptsTest.node("a", "test.handing", "")), List.of()),
                JsonObject.EMPTY,
                policy);
    }

    private static List<String> children(Signed signed, RunId run) {
        return signed.steps(run).stream()
                .map(Signed::details)
                .filter(step -> step.has("children"))
                .map(step -> step.string("event_type").orElse("") + " " + step.get("children"))
                .toList();
    }

    @Test
    void theReceiptOfTheEndNamesTheRunThereAndItsSummary() {
        Signed signed = new Signed(new Handing(WorkElsewhereTest::ended, end -> end));
        RunId run = run(signed, ReceiptPolicy.DEFAULT);
        assertThat(children(signed, run))
                .containsExactly(
                        "node.completed [{\"workflow_id\":\"" + THERE + "\",\"summary\":\"" + SUMMARY + "\"}]");
    }

    @Test
    void soDoesTheReceiptOfAFailure() {
        Signed signed =
                new Signed(new Handing(WorkElsewhereTest::ended, _ -> NodeResult.failed("failed_by_remote", "no")));
        RunId run = run(signed, ReceiptPolicy.DEFAULT);
        assertThat(children(signed, run))
                .singleElement()
                .asString()
                .startsWith("node.failed ")
                .contains(THERE);
    }

    @Test
    void withoutTheRunThereTheSetIsPartialAndSaysWhichIsMissing() {
        Signed signed = new Signed(new Handing(WorkElsewhereTest::ended, end -> end));
        AuditReport report = signed.verify(run(signed, ReceiptPolicy.DEFAULT), ExportOptions.DEFAULT);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.completeness().isComplete()).isFalse();
        assertThat(report.completeness().reasons().toString()).contains(THERE);
    }

    @Test
    void aRunThatIsStillUnderWayThereIsNamedWithoutASummary() {
        Signed signed = new Signed(new Handing(_ -> new HostEvent("waybill-b", "evt_1", THERE, null), end -> end));
        assertThat(children(signed, run(signed, ReceiptPolicy.DEFAULT)))
                .containsExactly("node.completed [{\"workflow_id\":\"" + THERE + "\"}]");
    }

    /// Somebody elsewhere could otherwise make this host sign something false about its own run.
    @Test
    void nobodyElsewhereSpeaksForTheRunHere() {
        Signed signed = new Signed(new Handing(
                call -> new HostEvent(
                        "waybill-b",
                        "evt_1",
                        Objects.requireNonNull(call.carried().parent()).workflowId(),
                        SUMMARY),
                end -> end));
        signed.host.host.presentAs(() -> HostSelf.at("waybill-a", "https://a.example"), JsonObject.EMPTY);
        RunId run = run(signed, ReceiptPolicy.DEFAULT);
        assertThat(children(signed, run)).isEmpty();
        assertThat(signed.assertSound(run).completeness().isComplete()).isTrue();
    }

    @Test
    void receiptsWithPseudonymsNameNobodyElsewhere() {
        Signed signed = new Signed(new Handing(WorkElsewhereTest::ended, end -> end));
        assertThat(children(signed, run(signed, new ReceiptPolicy(true, "0.1", true, false))))
                .isEmpty();
    }
}
