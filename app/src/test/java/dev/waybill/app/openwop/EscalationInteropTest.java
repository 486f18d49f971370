package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import org.junit.jupiter.api.Test;

/// Level 2: a decision that its supervisor doubts waits for a person.
class EscalationInteropTest {

    private static final String ESCALATED = "core.workflowChain.confidence-escalated";
    private static final String DOUBT = "{'kind':'next-worker','nextWorkerIds':['conformance-noop'],'confidence':0.3}";
    private static final String END = "{'kind':'terminate'}";

    private final JudgedHost host = JudgedHost.shared();

    @Test
    void aDecisionBelowTheFloorIsRecordedThenEscalatedThenAsked() {
        String run = host.start("conformance-multi-agent-confidence-escalation");
        JsonObject waiting = host.until(run, "waiting-approval");
        Log log = host.log(run);
        JsonObject escalated = log.of(ESCALATED).onePayload();
        assertThat(escalated.get("confidence")).hasToString("0.3");
        assertThat(Double.parseDouble(String.valueOf(escalated.get("floor")))).isBetween(0.5, 1.0);
        assertThat(escalated.string("escalationKind")).get().isIn("clarify", "escalate");
        assertThat(escalated.object("originalDecision")).isPresent();
        assertThat(log.phases()).isEmpty();
        log.inOrder("runOrchestrator.decided", ESCALATED);
        log.inOrder(ESCALATED, "interrupt.requested");
        JsonObject model = host.get("/.well-known/openwop")
                .json()
                .object("multiAgent")
                .orElseThrow()
                .object("executionModel")
                .orElseThrow();
        assertThat(waiting.object("interrupt").orElseThrow().string("kind"))
                .isEqualTo(model.string("confidenceEscalationInterruptKind"));
        assertThat(escalated.get("floor")).isEqualTo(model.get("confidenceEscalationFloor"));
    }

    @Test
    void confirmingExecutesTheDecision() {
        String run = host.start(host.team("e-confirm", DOUBT + "," + END, ""));
        host.until(run, "waiting-approval");
        host.answer(run, "{'action':'accept'}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).phases()).startsWith("dispatch.began", "dispatch.succeeded", "child.completed");
        assertThat(host.log(run).kinds()).containsExactly("next-worker", "terminate");
    }

    @Test
    void aRejectedDecisionIsNeverDispatched() {
        String run = host.start(host.team("e-reject", DOUBT + "," + END, ""));
        host.until(run, "waiting-approval");
        host.answer(run, "{'action':'reject','reason':'not now'}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).phases()).isEmpty();
        assertThat(host.log(run).kinds()).containsExactly("next-worker", "terminate");
    }

    @Test
    void anAdjustedDecisionReplacesTheFirst() {
        String run = host.start(host.team("e-adjust", DOUBT + "," + END, ""));
        host.until(run, "waiting-approval");
        host.answer(
                        run,
                        "{'action':'edit-accept','decision':{'kind':'next-worker','nextWorkerIds':['conformance-multi-node']}}")
                .is(200);
        host.until(run, "completed");
        assertThat(host.log(run).chain().payloads())
                .isNotEmpty()
                .allMatch(payload -> payload.string("workerId").orElseThrow().equals("conformance-multi-node"));
    }

    @Test
    void aDecisionAtTheFloorOrWithoutConfidenceIsNotEscalated() {
        for (String confidence : new String[] {",'confidence':0.5", ",'confidence':1", ""}) {
            String run = host.start(host.team(
                    "e-sure",
                    "{'kind':'next-worker','nextWorkerIds':['conformance-noop']" + confidence + "}," + END,
                    ""));
            host.until(run, "completed");
            assertThat(host.log(run).of(ESCALATED).events()).isEmpty();
        }
    }

    @Test
    void anEndBelowTheFloorIsEscalatedToo() {
        String run = host.start(host.team("e-end", "{'kind':'terminate','confidence':0.1}", ""));
        host.until(run, "waiting-approval");
        JsonObject escalated = host.log(run).of(ESCALATED).onePayload();
        assertThat(escalated.has("workerId")).isFalse();
        host.answer(run, "{'action':'accept'}").is(200);
        host.until(run, "completed");
    }

    @Test
    void questionsOfASupervisorAreNeverEscalated() {
        String run = host.start(host.team(
                "e-clarify", "{'kind':'clarify','questions':[{'id':'q','question':'?'}],'confidence':0.1}," + END, ""));
        host.until(run, "waiting-input");
        assertThat(host.log(run).of(ESCALATED).events()).isEmpty();
    }

    @Test
    void aSupervisorThatIsNotSureEnoughHoldsItsDecisionUntilItIsRatified() {
        String run = host.start(
                host.team("e-hold", "'mockConfidence':0.5,'mockPendingDecision':{'kind':'terminate'}", "", ""));
        host.until(run, "waiting-approval");
        assertThat(host.log(run).decisions().events()).isEmpty();
        JsonObject suspended = host.log(run).of("node.suspended").onePayload();
        assertThat(suspended.string("reason")).contains("low-confidence");
        assertThat(suspended.string("agentId")).isPresent();
        host.answer(run, "{'action':'accept'}").is(200);
        host.until(run, "completed");
        assertThat(host.log(run).kinds()).containsExactly("terminate");
    }

    @Test
    void anAgentBelowItsThresholdSuspendsWithNumbers() {
        String run = host.start("conformance-agent-low-confidence");
        host.until(run, "waiting-approval");
        JsonObject suspended = host.log(run).of("node.suspended").onePayload();
        assertThat(suspended.string("reason")).contains("low-confidence");
        assertThat(Double.parseDouble(String.valueOf(suspended.get("observed"))))
                .isLessThan(Double.parseDouble(String.valueOf(suspended.get("threshold"))));
    }
}
