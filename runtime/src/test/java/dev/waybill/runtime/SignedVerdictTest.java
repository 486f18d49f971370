package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.Verifier;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.journal.event.VerdictFact.Ruling;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Verdicts, doubts and what people say about them are part of what is signed.
class SignedVerdictTest {

    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['worker']}";
    private static final String STOP = "{'kind':'terminate','reason':'done'}";
    private static final ExportOptions FAMILY = new ExportOptions(true, true, true);

    /// Lets a result pass when its worker was sent back once.
    private record Strict() implements Verifier {
        @Override
        public String typeId() {
            return "acme.strict";
        }

        @Override
        public Judgement verify(ActivityCall call) {
            boolean again = call.node().inputs().toString().contains("again");
            return again ? Judgement.of(Ruling.PASS, "polite") : Judgement.of(Ruling.REVISE, "polite");
        }
    }

    private final Signed signed = new Signed(new Strict());

    SignedVerdictTest() {
        signed.host.knows(RunReceiptsTest.workflow(
                "worker",
                List.of(
                        "{'id':'text','typeId':'core.identity','name':'t','position':{'x':0,'y':0},'config':{},'inputs':"
                                + "{'body':{'type':'expression','expression':'inputs.critique == null ? \\\"hello\\\" : \\\"again\\\"'}}}"),
                List.of()));
        signed.host.knows(RunReceiptsTest.workflow(
                "critic",
                List.of(
                        "{'id':'judge','typeId':'core.identity','name':'j','position':{'x':0,'y':0},'config':{},'inputs':"
                                + "{'verdict':{'type':'static','value':'pass'}}}"),
                List.of()));
    }

    private static WorkflowDefinition team(String config, String... plan) {
        return RunReceiptsTest.workflow(
                "t",
                List.of(
                        RunReceiptsTest.node(
                                "plan",
                                "core.orchestrator.supervisor",
                                "'mockDispatchPlan':[" + String.join(",", plan) + "]"),
                        RunReceiptsTest.node("act", "core.dispatch", config)),
                List.of());
    }

    private RunId start(String config, String... plan) {
        return signed.start(team(config, plan), JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
    }

    private JsonObject step(RunId run, String kind) {
        return signed.steps(run).stream()
                .map(Signed::details)
                .filter(details -> details.string("kind").filter(kind::equals).isPresent())
                .findFirst()
                .orElseThrow();
    }

    private List<Ruling> verdicts(RunId run) {
        return signed.host.events(run).stream()
                .map(Event::fact)
                .filter(VerdictFact.AgentVerified.class::isInstance)
                .map(fact -> ((VerdictFact.AgentVerified) fact).verdict())
                .toList();
    }

    @Test
    void aVerdictIsSignedForBetweenTheChildAndTheNode() {
        RunId run = start("'verifier':{'mockVerdicts':[{'verdict':'fail','criteria':['grounded']}]}", NEXT, STOP);
        assertThat(signed.told(run))
                .containsExactly(
                        "start",
                        "node plan completed",
                        "hand-over-out act",
                        "hand-over-in act",
                        "verdict act",
                        "node act completed",
                        "node plan completed",
                        "node act failed");
        JsonObject verdict = step(run, "verdict");
        assertThat(verdict.string("verdict")).contains("fail");
        assertThat(verdict.string("over")).contains("child");
        assertThat(verdict.array("criteria")).contains(JsonArray.of(new JsonString("grounded")));
        assertThat(verdict.get("gating")).isEqualTo(JsonBool.TRUE);
        assertThat(signed.summary(run).evidence().status()).isEqualTo(WorkflowStatus.FAILED);
        assertThat(Signed.error(signed.summary(run)).errorCode()).isEqualTo("verification_unresolved");
        assertThat(signed.summary(run).evidence().agentsInvolved()).contains("host:verifier:act");
        AuditReport report = signed.assertSound(run, FAMILY);
        assertThat(report.workflows())
                .anySatisfy(it -> assertThat(it.errorCode()).isEqualTo("verification_unresolved"));
    }

    @Test
    void aCriticsRunIsHandedOverToAndBackAndItsVerdictFollowsFromBoth() {
        RunId run = start("'verifier':{'workflow':'critic'},'outputMapping':{'x':'text'}", NEXT, STOP);
        assertThat(verdicts(run)).containsExactly(Ruling.PASS);
        assertThat(signed.told(run))
                .containsSubsequence(
                        "hand-over-out act",
                        "hand-over-in act",
                        "hand-over-out act",
                        "hand-over-in act",
                        "verdict act",
                        "node act completed");
        Receipt verdict = signed.steps(run).stream()
                .filter(it -> Signed.details(it)
                        .string("kind")
                        .filter("verdict"::equals)
                        .isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(Signed.context(verdict).parentStepIds()).hasSize(2);
        AuditReport report = signed.assertSound(run, FAMILY);
        assertThat(report.completeness().isComplete()).isTrue();
        assertThat(report.counts().workflows()).isEqualTo(3);
    }

    @Test
    void aFunctionOfAJarIsACriticAndSendsTheWorkerBack() {
        RunId run = start("'verifier':{'function':'acme.strict'},'outputMapping':{'x':'text'}", NEXT, STOP);
        assertThat(verdicts(run)).containsExactly(Ruling.REVISE, Ruling.PASS);
        assertThat(signed.host.state(run).variables().get("x"))
                .isEqualTo(JsonObject.EMPTY.with("body", new JsonString("again")));
        assertThat(Status.of(signed.host.state(run))).isEqualTo(RunStatus.COMPLETED);
        AuditReport report = signed.assertSound(run, FAMILY);
        assertThat(report.counts().workflows())
                .as("two tries, two critics, one team")
                .isEqualTo(5);
    }

    @Test
    void aDoubtAndTheWordOfAPersonAreSignedFor() {
        RunId run = start("'verifier':{'mockVerdicts':[{'verdict':'pass','confidence':0.2}]}", NEXT, STOP);
        assertThat(Status.of(signed.host.state(run))).isEqualTo(RunStatus.WAITING_APPROVAL);
        signed.answer(run, "act", "accept");
        assertThat(signed.told(run))
                .containsSubsequence("verdict act", "escalation act", "resumption act", "node act completed");
        signed.assertSound(run, FAMILY);
        RunId unsure = start("", "{'kind':'next-worker','nextWorkerIds':['worker'],'confidence':0.2}", STOP);
        signed.answer(unsure, "act", "accept");
        assertThat(signed.told(unsure)).containsSubsequence("escalation act", "resumption act", "hand-over-out act");
        signed.assertSound(unsure, FAMILY);
    }

    @Test
    void aReplayIsEqualFromAnyPlaceAndBranchesComeToVerdictsOfTheirOwn() {
        RunId run = start("'verifier':{'function':'acme.strict'},'outputMapping':{'x':'text'}", NEXT, STOP);
        List<Event> log = signed.host.events(run);
        for (int place = 0; place < log.size(); place++) {
            RunId replay = signed.host.host.fork(TestHost.ACME, run, place, ForkMode.REPLAY, JsonObject.EMPTY);
            signed.host.settle();
            assertThat(signed.host.events(replay).stream()
                            .map(event -> event.readAs(run))
                            .toList())
                    .as("from %d", place)
                    .isEqualTo(log);
        }
        for (int place = 1; place < log.size(); place += 2) {
            RunId branch = signed.host.host.fork(TestHost.ACME, run, place, ForkMode.BRANCH, JsonObject.EMPTY);
            signed.host.settle();
            assertThat(Status.of(signed.host.state(branch)))
                    .as("from %d", place)
                    .isEqualTo(RunStatus.COMPLETED);
            assertThat(verdicts(branch)).endsWith(Ruling.PASS);
            signed.assertSound(branch, FAMILY);
        }
    }
}
