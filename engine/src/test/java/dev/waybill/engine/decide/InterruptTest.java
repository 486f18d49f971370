package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.GraphText.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class InterruptTest {

    private static final JsonObject ACCEPT = History.json("{'action':'accept'}");
    private static final JsonObject REJECT = History.json("{'action':'reject'}");

    private static History gate(String config) {
        return History.of(graph().node("gate", "core.approvalGate", config)).started();
    }

    private static RefusalCode refusal(History history, String interrupt, JsonObject value, String by) {
        return history.refusal(at -> new Command.Answer(at, interrupt, value, by, true));
    }

    @Test
    void oneAnswerSettlesAndTheSameOneAgainChangesNothing() {
        History history = gate("");
        Interrupt open = history.state().interrupts().values().iterator().next();
        String id = open.id();
        String key = open.key();
        history.answered("gate", ACCEPT, "ada");
        assertThat(history.then())
                .containsExactly(
                        "approval.received gate",
                        "interrupt.resolved gate",
                        "node.resumed gate",
                        "node.completed gate",
                        "run.completed");
        for (String name : List.of(id, key, "gate")) {
            assertThat(history.answered(name, ACCEPT, "ada").then()).isEmpty();
            assertThat(history.answered(name, new JsonString("accept"), "ada").then())
                    .isEmpty();
            assertThat(refusal(history, name, REJECT, "bob")).isEqualTo(RefusalCode.INTERRUPT_ALREADY_RESOLVED);
        }
    }

    @Test
    void whoWantsItDoneDifferentlyMaySayWhatAndThatIsOnTheRecord() {
        History history = gate("'actions':['accept','refine']");
        for (String vague : List.of("'shorter'", "{'text':'shorter'}")) {
            assertThat(refusal(
                            history, "gate", History.json("{'action':'refine','refineFeedback':" + vague + "}"), "ada"))
                    .isEqualTo(RefusalCode.VALIDATION_ERROR);
        }
        JsonObject said = History.json("{'action':'refine','refineFeedback':{'scope':'whole','text':'shorter'}}");
        assertThat(history.answered("gate", said, "ada").facts())
                .filteredOn(InterruptFact.ApprovalReceived.class::isInstance)
                .singleElement()
                .extracting(fact -> ((InterruptFact.ApprovalReceived) fact).refineFeedback())
                .isEqualTo(said.get("refineFeedback"));
    }

    @Test
    void aQuorumWaitsForEnoughVoicesAndCountsEachOnce() {
        History history = gate("'requiredApprovals':2");
        assertThat(history.answered("gate", ACCEPT, "ada").then()).containsExactly("approval.received gate");
        assertThat(history.answered("gate", ACCEPT, "ada").then()).isEmpty();
        assertThat(refusal(history, "gate", REJECT, "ada")).isEqualTo(RefusalCode.INTERRUPT_ALREADY_RESOLVED);
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(history.answered("gate", ACCEPT, "bob").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void oneRejectionIsEnoughUnlessThePolicyIsTheMajority() {
        assertThat(gate("'requiredApprovals':2").answered("gate", REJECT, "ada").error())
                .isEqualTo("approval_rejected");
        History majority =
                gate("'requiredApprovals':2,'rejectionPolicy':'majority'").answered("gate", REJECT, "ada");
        assertThat(majority.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(majority.answered("gate", REJECT, "bob").error()).isEqualTo("approval_rejected");
    }

    @Test
    void onlyApproversAnswer() {
        History history = gate("'approversList':['ada']");
        assertThat(refusal(history, "gate", ACCEPT, "bob")).isEqualTo(RefusalCode.FORBIDDEN);
        assertThat(history.refusal(at -> new Command.Answer(at, "gate", ACCEPT, null, false)))
                .isEqualTo(RefusalCode.FORBIDDEN);
        assertThat(history.answered("gate", ACCEPT, "ada").status()).isEqualTo(RunStatus.COMPLETED);
    }

    private static JsonObject outputs(History history) {
        return Objects.requireNonNull(history.state().node("gate").last()).outputs();
    }

    @Test
    void whoDecidedIsInWhatTheGateGives() {
        assertThat(outputs(gate("").answered("gate", ACCEPT, "ada")).string("decidedBy"))
                .contains("ada");
        JsonObject forged = ACCEPT.with("decidedBy", new JsonString("eve")).with("votes", new JsonString("eve"));
        JsonObject given = outputs(gate("").answered("gate", forged, "ada"));
        assertThat(given.string("decidedBy")).contains("ada");
        assertThat(given.has("votes")).isFalse();
        History nameless = gate("").tell(at -> new Command.Answer(at, "gate", forged, null, true));
        assertThat(outputs(nameless).has("decidedBy")).isFalse();
    }

    @Test
    void everyVoteIsInWhatTheGateGives() {
        History history =
                gate("'requiredApprovals':2").answered("gate", ACCEPT, "ada").answered("gate", ACCEPT, "bob");
        assertThat(outputs(history).string("decidedBy")).contains("bob");
        assertThat(outputs(history).object("votes").orElseThrow().names()).containsExactly("ada", "bob");
    }

    @Test
    void whoRejectedIsInTheError() {
        History history = gate("").answered("gate", REJECT, "ada");
        RunError error = Objects.requireNonNull(
                Objects.requireNonNull(history.state().node("gate").last()).error());
        assertThat(error.details().string("decidedBy")).contains("ada");
    }

    @Test
    void aRejectionLeavesByItsPort() {
        History history = History.of(graph().node("gate", "core.approvalGate")
                        .noops("yes", "no")
                        .edge("gate", "yes")
                        .edge("gate", "no", ",'sourceOutput':'rejected'"))
                .started()
                .answered("gate", REJECT, "ada");
        assertThat(history.then()).contains("node.completed no", "node.skipped yes", "run.completed");
    }

    @Test
    void aGateThatNobodyAnswersTimesOutAndNobodyRejectedIt() {
        History history = gate("'timeoutMs':1000");
        assertThat(history.after(Duration.ofMillis(999)).then()).isEmpty();
        history.later(Duration.ofMillis(1));
        assertThat(refusal(history, "gate", ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_EXPIRED);
        assertThat(history.advanced().error()).isEqualTo("approval_timed_out");
        assertThat(String.valueOf(history.state().error())).contains("timed out", "nobody answered within 1000 ms");
    }

    @Test
    void aTimeoutLeavesByThePortForRejections() {
        History history = History.of(graph().node("gate", "core.approvalGate", "'timeoutMs':1000")
                        .noops("yes")
                        .noops("no")
                        .edge("gate", "yes")
                        .edge("gate", "no", ",'sourceOutput':'rejected'"))
                .started();
        history.later(Duration.ofSeconds(1)).advanced();
        assertThat(history.then()).contains("node.completed no", "node.skipped yes", "run.completed");
        assertThat(Objects.requireNonNull(history.state().node("gate").last()).outputs())
                .isEqualTo(History.json(
                        "{'action':'timeout','reason':'nobody answered within 1000 ms','approved':false}"));
    }

    @Test
    void anAnswerMustLookAsItsSchemaSays() {
        History history = History.of(
                        graph().node(
                                        "ask",
                                        "core.interrupt",
                                        "'kind':'custom','resumeSchema':{'type':'object','required':['n'],'properties':{'n':{'type':'integer'}}}"))
                .started();
        assertThat(refusal(history, "ask", History.json("{'n':'one'}"), "ada")).isEqualTo(RefusalCode.VALIDATION_ERROR);
        assertThat(history.answered("ask", "{'n':1}").status()).isEqualTo(RunStatus.COMPLETED);
        History clarification = History.of(graph().node(
                                "ask",
                                "core.clarificationGate",
                                "'questions':[{'id':'q','question':'?','schema':{'type':'number'}}]"))
                .started();
        assertThat(refusal(clarification, "ask", History.json("{'answers':{'q':'x'}}"), "ada"))
                .isEqualTo(RefusalCode.VALIDATION_ERROR);
        assertThat(clarification.answered("ask", "{'answers':{'q':2}}").status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    private static NodeResult ask(String... keys) {
        return new NodeResult.Ask(java.util.Arrays.stream(keys)
                .map(key -> new Question(key, Question.CUSTOM, JsonObject.EMPTY, null, null))
                .toList());
    }

    @Test
    void anActivityGoesOnWhenAllOfItsQuestionsAreAnswered() {
        History history = History.of(graph().works("a")).started().ended("a", ask("x", "y"));
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(refusal(history, "a", ACCEPT, "ada")).isEqualTo(RefusalCode.VALIDATION_ERROR);
        assertThat(history.answered("y", "{'v':1}").then()).containsExactly("interrupt.resolved a");
        assertThat(history.answered("x", "{'v':2}").then()).containsExactly("interrupt.resolved a", "node.resumed a");
        assertThat(Effect.pending(history.state())).containsExactly(new Effect.Execute("a", 1, 1, JsonObject.EMPTY));
        assertThat(history.state().node("a").answers().keySet()).containsExactly("x", "y");
        assertThat(history.finished("a").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anActivityThatAsksAgainWhatItKnowsFails() {
        History history =
                History.of(graph().works("a")).started().ended("a", ask("x")).answered("x", "{'v':1}");
        assertThat(history.ended("a", ask("x")).error()).isEqualTo("question_repeated");
    }

    private static History lost() {
        return History.of(graph().node("once", History.ONCE))
                .started()
                .tell(at -> new Command.LoseTrack(at, "once", 1, 1));
    }

    @Test
    void whatMustNotBeRepeatedIsAskedAbout() {
        assertThat(lost().then()).containsExactly("interrupt.requested once", "node.suspended once");
        assertThat(lost().answered("once", "{'outcome':'completed','outputs':{'n':1}}")
                        .status())
                .isEqualTo(RunStatus.COMPLETED);
        assertThat(lost().answered("once", "{'outcome':'failed'}").error()).isEqualTo("outcome_unknown");
        assertThat(refusal(lost(), "once", History.json("{'outcome':'maybe'}"), "ada"))
                .isEqualTo(RefusalCode.VALIDATION_ERROR);
    }

    @Test
    void whatIsRepeatedOnRequestIsAskedAboutAgainWhenItIsLostAgain() {
        History history = lost().answered("once", "{'outcome':'repeat'}");
        assertThat(Effect.pending(history.state())).containsExactly(new Effect.Execute("once", 1, 1, JsonObject.EMPTY));
        history.tell(at -> new Command.LoseTrack(at, "once", 1, 1));
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(history.answered("once", "{'outcome':'completed'}").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anAnswerToTheNodesOwnQuestionIsNoWordAboutItsOutcome() {
        History history = lost().answered("once", "{'outcome':'repeat'}").ended("once", ask("x"));
        history.answered("x", "{'v':1}");
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(history.finished("once").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aGateInALoopAsksInEveryRound() {
        History history = History.of(graph().noops("start", "end")
                        .node("gate", "core.interrupt", "'kind':'custom'")
                        .edge("start", "gate")
                        .edge("gate", "gate", when("output.again == true"))
                        .edge("gate", "end", when("output.again == false")))
                .started()
                .answered("gate", "{'again':true}");
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(history.answered("gate", "{'again':false}").status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// By its id, its key and its node.
    private static List<String> names(History history) {
        Interrupt open = history.state().interrupts().values().iterator().next();
        return List.of(open.id(), open.key(), open.nodeId());
    }

    @Test
    void anUnknownQuestionIsNotFoundNowOrLater() {
        History history = gate("");
        assertThat(refusal(history, "nobody", ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_NOT_FOUND);
        history.answered("gate", ACCEPT, "ada");
        assertThat(refusal(history, "nobody", ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_NOT_FOUND);
        History working = History.of(graph().works("a")).started();
        assertThat(refusal(working, "a", ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_NOT_FOUND);
    }

    @Test
    void aQuestionThatExpiredStaysExpired() {
        History history = History.of(graph().node("gate", "core.approvalGate", "'timeoutMs':1000")
                        .works("rest")
                        .edge("gate", "rest", ",'sourceOutput':'rejected'"))
                .started();
        List<String> names = names(history);
        history.after(Duration.ofSeconds(1));
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
        for (String name : names) {
            assertThat(refusal(history, name, ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_EXPIRED);
        }
    }

    @Test
    void aQuestionThatFellWithItsRunIsGone() {
        History history = gate("");
        List<String> names = names(history);
        history.cancelled();
        assertThat(history.status()).isEqualTo(RunStatus.CANCELLED);
        for (String name : names) {
            assertThat(refusal(history, name, ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_GONE);
        }
    }

    @Test
    void aQuestionOfAnActivityExpiresLikeAnyOther() {
        History history = History.of(graph().works("a")).started().ended("a", askUntil("x", 1_000L));
        history.after(Duration.ofSeconds(1));
        assertThat(history.error()).isEqualTo("interrupt_timeout");
        assertThat(refusal(history, "x", ACCEPT, "ada")).isEqualTo(RefusalCode.INTERRUPT_EXPIRED);
    }

    private static NodeResult askUntil(String key, long timeoutMs) {
        return new NodeResult.Ask(List.of(new Question(key, Question.CUSTOM, JsonObject.EMPTY, timeoutMs, null)));
    }
}
