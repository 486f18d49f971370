package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Salted;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A team's receipts tell one story.
class SignedTeamTest {

    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['good','bad']}";
    private static final String UNSURE = "{'kind':'next-worker','nextWorkerIds':['good'],'confidence':0.2}";
    private static final String GIVE_UP =
            "{'kind':'terminate','reason':'no luck','successCriteria':[{'key':'k','met':false}]}";

    private final Signed signed = new Signed();

    SignedTeamTest() {
        signed.host.knows(
                RunReceiptsTest.workflow("good", List.of(RunReceiptsTest.node("n", "core.noop", "")), List.of()));
        signed.host.knows(
                RunReceiptsTest.workflow("bad", List.of(RunReceiptsTest.node("n", "core.fail", "")), List.of()));
    }

    private static WorkflowDefinition team(String id, String... plan) {
        return RunReceiptsTest.workflow(
                id,
                List.of(
                        RunReceiptsTest.node(
                                "plan",
                                "core.orchestrator.supervisor",
                                "'mockDispatchPlan':[" + String.join(",", plan) + "]"),
                        RunReceiptsTest.node("act", "core.dispatch", "")),
                List.of());
    }

    private RunId start(WorkflowDefinition definition) {
        return signed.start(definition, JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
    }

    @Test
    void everyTurnAndBothEndsOfEveryHandOverAreSignedForAndTheFamilyVerifies() {
        RunId run = start(team("t", NEXT));
        assertThat(signed.told(run))
                .containsExactly(
                        "start",
                        "node plan completed",
                        "hand-over-out act",
                        "hand-over-in act",
                        "hand-over-out act",
                        "hand-over-in act",
                        "node act completed",
                        "node plan completed",
                        "node act completed");
        AuditReport family = signed.assertSound(run, new ExportOptions(true, true, true));
        assertThat(family.completeness().isComplete()).isTrue();
        assertThat(family.counts().workflows()).isEqualTo(3);
    }

    @Test
    void theReceiptOfATurnSignsItsDecision() {
        RunId run = start(team("t", NEXT));
        Event decided = signed.host.events(run).stream()
                .filter(event -> event.fact() instanceof OrchestratorFact)
                .findFirst()
                .orElseThrow();
        Receipt turn = signed.steps(run).get(1);
        JsonObject output = JsonObject.EMPTY.with("decision", ((OrchestratorFact.Decided) decided.fact()).decision());
        assertThat(Signed.details(turn).string("output_digest"))
                .contains(Salted.OUTPUT
                        .digest(signed.host.state(run).header(), decided.sequence() + 1, output)
                        .toString());
    }

    @Test
    void whoGivesUpHasNotSucceededAlsoInsideAnotherTeam() {
        signed.host.knows(team("inner", GIVE_UP));
        RunId run = start(team("outer", "{'kind':'next-worker','nextWorkerIds':['inner']}"));
        RunId inner = new RunId(
                signed.host.state(run).delegation().family().getFirst().runId());
        WorkflowSummary summary = signed.summary(inner);
        assertThat(summary.evidence().status()).isEqualTo(WorkflowStatus.FAILED);
        assertThat(Signed.error(summary).errorCode()).isEqualTo("GOAL_NOT_MET");
        assertThat(Signed.error(summary).errorMessage()).isEqualTo("no luck");
        signed.assertSound(run, new ExportOptions(true, true, true));
    }

    @Test
    void aReplayOfALoopIsEqualFromAnyPlaceAndABranchMakesItsOwnChildren() {
        RunId run = start(team("t", NEXT, UNSURE));
        signed.answer(run, "act", "accept");
        List<Event> log = signed.host.events(run);
        for (int place = 0; place < log.size(); place += 3) {
            RunId replay = signed.host.host.fork(TestHost.ACME, run, place, ForkMode.REPLAY, JsonObject.EMPTY);
            signed.host.settle();
            assertThat(signed.host.events(replay).stream()
                            .map(event -> event.readAs(run))
                            .toList())
                    .as("from %d", place)
                    .isEqualTo(log);
            assertThat(Signed.details(signed.steps(replay).getLast()).string("verdict"))
                    .contains("equal");
        }
        RunId branch = signed.host.host.fork(TestHost.ACME, run, 5, ForkMode.BRANCH, JsonObject.EMPTY);
        signed.host.settle();
        signed.answer(branch, "act", "reject");
        assertThat(signed.host.state(branch).delegation().family())
                .hasSize(2)
                .doesNotContainAnyElementsOf(signed.host.state(run).delegation().family());
        signed.assertSound(branch, new ExportOptions(true, true, true));
    }
}
