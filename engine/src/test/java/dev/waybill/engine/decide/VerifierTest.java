package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.SupervisedLoopTest.worked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.DefinitionCheck;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.VerifierTerms;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Turn;
import dev.waybill.engine.state.Verified;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.journal.event.VerdictFact.Ruling;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A critic looks at what was done before anything is made of it.
class VerifierTest {

    private static final String NEXT = "{'kind':'next-worker','nextWorkerIds':['w']}";
    private static final String STOP = "{'kind':'terminate','reason':'done'}";
    private static final String MAPPING = "'outputMapping':{'result':'text'}";

    private static GraphText loop(String plan, String dispatch) {
        return graph().node("plan", "core.orchestrator.supervisor", "'mockDispatchPlan':[" + plan + "]")
                .node("act", "core.dispatch", dispatch)
                .edge("plan", "act")
                .edge("act", "plan")
                .variables("{'name':'result','type':'string','defaultValue':''}");
    }

    private static History team(String verifier) {
        return History.of(loop(NEXT + "," + STOP, MAPPING + ",'verifier':{" + verifier + "}"))
                .started();
    }

    static <F extends RunEvent> List<F> facts(History history, Class<F> type) {
        return history.log().stream()
                .map(Event::fact)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<String> verdicts(History history) {
        return facts(history, VerdictFact.AgentVerified.class).stream()
                .map(it -> it.verdict().name() + " " + it.criteria())
                .toList();
    }

    private static List<String> phases(History history) {
        return facts(history, HandOverFact.HandOver.class).stream()
                .map(it -> it.phase().wire())
                .toList();
    }

    static Event find(History history, Class<? extends RunEvent> type) {
        return history.log().stream()
                .filter(event -> type.isInstance(event.fact()))
                .findFirst()
                .orElseThrow();
    }

    static RunEvent cause(History history, Event event) {
        return history.log().stream()
                .filter(each -> each.eventId().equals(event.causationId()))
                .findFirst()
                .orElseThrow()
                .fact();
    }

    private static JsonObject lastWorker(History history) {
        Turn turn = history.state().delegation().turns().getFirst();
        return turn.workers().get(turn.workers().size() - 1);
    }

    static History repeated(History history) {
        assertThat(history.checkedAt(0, History.decider()).replay(history).all())
                .isEqualTo(history.all());
        return history;
    }

    @Test
    void aPassIsRecordedOverTheChildAndThenItsResultIsTakenOver() {
        History history = repeated(worked(team("'mockVerdicts':[{'verdict':'pass','criteria':['grounded'],"
                + "'confidence':0.9}],'agentId':'acme.critic'")));
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.state().variables()).containsEntry("result", new JsonString("hello"));
        VerdictFact.AgentVerified verified =
                facts(history, VerdictFact.AgentVerified.class).getFirst();
        assertThat(verified.agentId()).isEqualTo("acme.critic");
        assertThat(verified.verdict()).isEqualTo(Ruling.PASS);
        assertThat(verified.target())
                .isEqualTo(facts(history, HandOverFact.NodeDispatched.class)
                        .getFirst()
                        .childRunId());
        assertThat(verified.payload().toString()).doesNotContain("hello");
        assertThat(cause(history, find(history, VerdictFact.AgentVerified.class)))
                .isInstanceOfSatisfying(
                        HandOverFact.HandOver.class,
                        end -> assertThat(end.phase().wire()).isEqualTo("child.completed"));
        assertThat(phases(history))
                .containsExactly("dispatch.began", "dispatch.succeeded", "child.completed", "output.harvested");
        Event harvested = history.log().stream()
                .filter(event -> event.fact() instanceof HandOverFact.HandOver it && it.harvestedKeys() != null)
                .findFirst()
                .orElseThrow();
        assertThat(cause(history, harvested))
                .as("the chain is the protocol's, whoever looked in between")
                .isInstanceOfSatisfying(
                        HandOverFact.HandOver.class,
                        end -> assertThat(end.phase().wire()).isEqualTo("child.completed"));
    }

    @Test
    void aFailIsNotTakenOverAndATerminateOverItFailsTheRun() {
        History history = repeated(worked(team("'mockVerdicts':['fail']")));
        assertThat(phases(history)).containsExactly("dispatch.began", "dispatch.succeeded", "child.completed");
        assertThat(history.state().variables()).containsEntry("result", new JsonString(""));
        assertThat(lastWorker(history).string("verdict")).contains("fail");
        assertThat(lastWorker(history).string("blocked")).contains("verification_failed");
        assertThat(history.status()).isEqualTo(RunStatus.FAILED);
        assertThat(history.error()).isEqualTo("verification_unresolved");
    }

    @Test
    void aFailThatALaterPassResolvesEndsWell() {
        History history = worked(History.of(
                        loop(NEXT + "," + NEXT + "," + STOP, MAPPING + ",'verifier':{'mockVerdicts':['fail','pass']}"))
                .started());
        repeated(worked(history));
        assertThat(verdicts(history)).containsExactly("FAIL []", "PASS []");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void whoGivesUpOverAFailSaysTheTruthAndIsAGiveUp() {
        String giveUp = "{'kind':'terminate','reason':'no','successCriteria':[{'key':'good','met':false}]}";
        History history =
                worked(History.of(loop(NEXT + "," + giveUp, MAPPING + ",'verifier':{'mockVerdicts':['fail']}"))
                        .started());
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.state().delegation().gaveUp()).isTrue();
    }

    @Test
    void aReviseSendsTheSameWorkerOutAgainWithWhatWasLookedAt() {
        History history = worked(team("'mockVerdicts':[{'verdict':'revise','criteria':['grounded']},'pass']"));
        HandOver again = SupervisedLoopTest.open(history);
        assertThat(again.plan().workerId()).isEqualTo("w");
        assertThat(again.plan().given().object("critique").orElseThrow().array("criteria"))
                .hasValueSatisfying(keys -> assertThat(keys.items()).containsExactly(new JsonString("grounded")));
        assertThat(again.childRunId())
                .isNotEqualTo(facts(history, HandOverFact.NodeDispatched.class)
                        .getFirst()
                        .childRunId());
        assertThat(history.state().variables()).containsEntry("result", new JsonString(""));
        repeated(worked(history));
        assertThat(verdicts(history)).containsExactly("REVISE [grounded]", "PASS []");
        assertThat(phases(history))
                .containsExactly(
                        "dispatch.began",
                        "dispatch.succeeded",
                        "child.completed",
                        "dispatch.began",
                        "dispatch.succeeded",
                        "child.completed",
                        "output.harvested");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.count("runOrchestrator.decided plan")).isEqualTo(2);
    }

    @Test
    void whoIsSentBackForEverBreachesTheLoopsBound() {
        History history = History.of(loop(NEXT + "," + STOP, MAPPING + ",'verifier':{'mockVerdicts':['revise']}"))
                .started("{}", "{'maxLoopIterations':3}");
        for (int round = 0; round < 3; round++) {
            worked(history);
        }
        assertThat(facts(history, DataFact.CapBreached.class))
                .containsExactly(new DataFact.CapBreached("loop-iterations", 3, 4, "act"));
        assertThat(history.status()).isEqualTo(RunStatus.FAILED);
        assertThat(history.error()).isEqualTo("loop_limit_exceeded");
    }

    @Test
    void aVerdictThatGatesNothingIsOnlyTold() {
        History history = worked(team("'mockVerdicts':['fail'],'gating':false"));
        assertThat(verdicts(history)).containsExactly("FAIL []");
        assertThat(phases(history)).contains("output.harvested");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void whereNoRuleSaysAnythingNothingIsVerifiedAndNothingFails() {
        History history = worked(team("'rules':[{'when':'output.text == \\\"bye\\\"','then':'fail'}]"));
        assertThat(verdicts(history)).isEmpty();
        assertThat(phases(history)).contains("output.harvested");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aRuleThatHasNoAnswerLetsNothingPass() {
        History history = worked(team("'rules':[{'when':'1 < \\\"2\\\"','then':'pass'}]"));
        assertThat(verdicts(history)).containsExactly("FAIL [verifier-error]");
        assertThat(history.error()).isEqualTo("verification_unresolved");
    }

    @Test
    void rulesSeeWhatWasBroughtBackAndByWhom() {
        History history =
                worked(team("'rules':[{'when':'output.text == \\\"hello\\\" && review.workerId == \\\"w\\\"','then':"
                        + "{'verdict':'pass','criteria':['polite']}},{'then':'fail'}]"));
        assertThat(verdicts(history)).containsExactly("PASS [polite]");
    }

    private static HandOver critic(History history) {
        return ((Occupation.HandingOver) history.state().node("act").occupation())
                .all()
                .filter(HandOver::isCritic)
                .findFirst()
                .orElseThrow();
    }

    private static History judged(History history, RunStatus status, String variables) {
        String run = critic(history).childRunId();
        history.tell(at -> new Command.ConfirmHandOver(at, "act", run));
        return history.tell(at -> new Command.Collect(
                at,
                "act",
                run,
                status,
                History.json(variables),
                JsonObject.EMPTY,
                status == RunStatus.FAILED ? RunError.of("broken", "it broke") : null));
    }

    @Test
    void aCriticOutsideIsARunOfItsOwnAndNothingIsTakenOverBefore() {
        History history = worked(team("'workflow':'critic','criteria':['grounded','short']"));
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(history.state().variables()).containsEntry("result", new JsonString(""));
        assertThat(Effect.pending(history.state()))
                .singleElement()
                .isInstanceOfSatisfying(Effect.CreateChild.class, child -> {
                    assertThat(child.plan().workerId()).isEqualTo("critic");
                    assertThat(child.inputs().object("output").orElseThrow().string("text"))
                            .contains("hello");
                });
        repeated(judged(
                history, RunStatus.COMPLETED, "{'result':{'verdict':'pass','criteria':['short','it said hello']}}"));
        assertThat(verdicts(history))
                .as("keys that were asked for, and no words")
                .containsExactly("PASS [short]");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.state().delegation().family())
                .extracting(it -> it.status())
                .containsExactly(RunStatus.COMPLETED, RunStatus.COMPLETED);
    }

    @Test
    void aCriticThatGivesNoVerdictLetsNothingPass() {
        for (RunStatus status : List.of(RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.COMPLETED)) {
            History history = repeated(judged(worked(team("'workflow':'critic'")), status, "{'verdict':'perhaps'}"));
            assertThat(verdicts(history)).isEmpty();
            assertThat(lastWorker(history).string("blocked")).contains("verifier_failed");
            assertThat(history.state().variables()).containsEntry("result", new JsonString(""));
        }
        History refused = worked(team("'workflow':'critic'"));
        refused.tell(at -> new Command.RefuseHandOver(
                at, "act", critic(refused).childRunId(), RunError.of("workflow_not_found", "no such workflow")));
        assertThat(lastWorker(refused).string("blocked")).contains("verifier_failed");
    }

    @Test
    void aVerdictThatItsCriticIsNotSureOfWaitsForAPerson() {
        History history = worked(team("'mockVerdicts':[{'verdict':'fail','confidence':0.3}]"));
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(history.all())
                .containsSubsequence(
                        "agent.verified act",
                        "core.workflowChain.confidence-escalated act",
                        "interrupt.requested act",
                        "node.suspended act");
        assertThat(facts(history, HandOverFact.ConfidenceEscalated.class)
                        .getFirst()
                        .floor())
                .isEqualTo(new JsonNumber("0.5"));
        History stands = history.branchedAt(history.log().size(), "{}").answered("act", "{'action':'accept'}");
        assertThat(stands.error()).isEqualTo("verification_unresolved");
        History other = history.branchedAt(history.log().size(), "{}")
                .answered("act", "{'action':'edit-accept','editedArtifactData':{'verdict':'pass'}}");
        assertThat(other.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(other.state().variables()).containsEntry("result", new JsonString("hello"));
        repeated(history.answered("act", "{'action':'reject'}"));
        assertThat(history.error())
                .as("who rejects a verdict vouches for nothing")
                .isEqualTo("verification_unresolved");
    }

    @Test
    void whatIsJudgedByItsOwnMakerIsMarked() {
        History history = worked(History.of(loop(
                        "{'kind':'next-worker','nextWorkerIds':['acme.writer']}," + STOP,
                        MAPPING + ",'verifier':{'mockVerdicts':['pass'],'agentId':'acme.writer'}"))
                .started());
        assertThat(history.state().delegation().verdicts())
                .extracting(Verified::self)
                .containsExactly(true);
        assertThat(history.state().delegation().transcript(100).toString()).contains("\"selfVerified\":true");
    }

    @Test
    void onlyTheWorkersThatAreNamedAreLookedAt() {
        History history = worked(team("'mockVerdicts':['fail'],'workers':['other']"));
        assertThat(verdicts(history)).isEmpty();
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aBranchFromAnywhereComesToTheSameVerdicts() {
        History source = worked(worked(team("'mockVerdicts':['revise','pass']")));
        for (int from = 1; from < source.log().size(); from++) {
            History branch = source.branchedAt(from, "{}").advanced();
            for (int round = 0; round < 3 && !branch.state().isTerminal(); round++) {
                if (!(branch.state().node("act").occupation() instanceof Occupation.HandingOver)) {
                    break;
                }
                worked(branch);
            }
            assertThat(branch.status()).as("from %d", from).isEqualTo(RunStatus.COMPLETED);
        }
    }

    @Test
    void aSupervisorsDecisionThatDoesNotPassIsNotCarriedOut() {
        History history = History.of(graph().node(
                                "plan",
                                "core.orchestrator.supervisor",
                                "'mockDispatchPlan':[" + NEXT + "," + STOP + "],'verifier':{'rules':["
                                        + "{'when':'review.decision.kind == \\\"next-worker\\\"','then':'fail'},{'then':'pass'}]}")
                        .node("act", "core.dispatch")
                        .edge("plan", "act")
                        .edge("act", "plan"))
                .started();
        repeated(history);
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(phases(history)).isEmpty();
        assertThat(history.state().delegation().turns())
                .extracting(Turn::rejected)
                .containsExactly(true, false);
        Event verified = find(history, VerdictFact.AgentVerified.class);
        assertThat(cause(history, verified).type()).isEqualTo("runOrchestrator.decided");
        assertThat(((VerdictFact.AgentVerified) verified.fact()).target()).isEqualTo(verified.causationId());
    }

    @Test
    void aWorkflowIsRefusedWhoseVerifierCannotBe() {
        assertThat(Stream.of(
                                "'verifier':{}",
                                "'verifier':{'rules':[{'then':'pass'}],'workflow':'w'}",
                                "'verifier':{'rules':[{'when':'1 +','then':'pass'}]}",
                                "'verifier':{'mockVerdicts':['maybe']}",
                                "'verifier':{'workflow':'w','gate':true}",
                                "'outputAttestation':{'checksum':'abc'}",
                                "'outputAttestation':{'approval':true}")
                        .map(config -> DefinitionCheck.of(
                                        loop(STOP, config).compile().definition(), NodeTypes.core())
                                .errors()
                                .size()))
                .allMatch(count -> count > 0);
        assertThat(VerifierTerms.MEMBER).isEqualTo("verifier");
    }
}
