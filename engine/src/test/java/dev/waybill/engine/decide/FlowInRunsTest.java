package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.flow.FlowNodes;
import dev.waybill.engine.node.NodeType;
import dev.waybill.journal.RunStatus;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The ecosystem's types inside a run: which way it goes, what it waits for, and that a replay finds the same.
class FlowInRunsTest {

    private static History of(GraphText graph) {
        return History.of(graph, History.decider(FlowNodes.all().toArray(NodeType[]::new)));
    }

    private static GraphText asking(String type, String config) {
        return graph().node("ask", type, config, "'prompt':{'type':'static','value':'Well?'}", "");
    }

    private static String output(History history, String node) {
        return String.valueOf(Objects.requireNonNull(history.state().node(node).last())
                        .outputs())
                .replace('"', '\'');
    }

    private static void replaysAlike(History history) {
        assertThat(History.bytes(history.checkedAt(0, history.decidedBy())
                        .replay(history)
                        .log()))
                .isEqualTo(History.bytes(history.log()));
    }

    private static History branched(String type, String config, String value) {
        return of(graph().node("if", type, config, "'value':{'type':'static','value':" + value + "}", "")
                        .noops("a", "b", "always")
                        .edge("if", "a", ",'sourceOutput':'then'")
                        .edge("if", "b", ",'sourceOutput':'else'")
                        .edge("if", "always"))
                .started();
    }

    @Test
    void onlyTheChosenWayIsTaken() {
        History large = branched("core.flow.if", "'predicate':{'path':'n','op':'gt','value':5}", "{'n':6}");
        assertThat(large.all())
                .contains("node.completed a", "node.skipped b", "node.completed always")
                .doesNotContain("node.completed b");
        replaysAlike(large);
        History small = branched("core.conditional", "'predicate':{'path':'n','op':'gt','value':5}", "{'n':5}");
        assertThat(small.all()).contains("node.completed b", "node.skipped a");
    }

    @Test
    void aRouterMayTakeSeveralWays() {
        History both = branched(
                "core.parallel",
                "'mode':'all-match','routes':[{'label':'then'},{'label':'else','predicate':{'path':'n','op':'exists'}}]",
                "{'n':6}");
        assertThat(both.all()).contains("node.completed a", "node.completed b");
        assertThat(both.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aWaitOfSecondsEndsWhenTheyHavePassed() {
        History wait = of(graph().node("w", "core.flow.wait", "'mode':'duration','seconds':90"))
                .started();
        assertThat(wait.after(Duration.ofSeconds(89)).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(wait.after(Duration.ofSeconds(1)).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(output(wait, "w")).isEqualTo("{'resumed':true}");
        replaysAlike(wait);
    }

    @Test
    void aWaitForAMomentEndsThenAndAtOnceWhenItIsPast() {
        assertThat(of(graph().node("w", "core.flow.wait", "'mode':'until','timestamp':'2026-11-15T12:00:00+01:00'"))
                        .started()
                        .after(Duration.ofMinutes(59))
                        .status())
                .isEqualTo(RunStatus.RUNNING);
        assertThat(of(graph().node("w", "core.flow.wait", "'mode':'until','timestamp':'2026-11-15T12:00:00+01:00'"))
                        .started()
                        .after(Duration.ofMinutes(60))
                        .status())
                .isEqualTo(RunStatus.COMPLETED);
        assertThat(of(graph().node("w", "core.flow.wait", "'mode':'until','timestamp':'2020-01-01T00:00:00Z'"))
                        .started()
                        .after(Duration.ZERO)
                        .status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aWaitForACallEndsWithWhatTheCallBrought() {
        History wait =
                of(graph().node("w", "core.flow.wait", "'mode':'webhook'")).started();
        assertThat(wait.status()).isEqualTo(RunStatus.WAITING_EXTERNAL);
        wait.answered("w", "{'paid':true}");
        assertThat(output(wait, "w")).isEqualTo("{'resumed':true,'payload':{'paid':true}}");
        replaysAlike(wait);
    }

    @Test
    void anApprovalGoesTheWayOfTheDecision() {
        GraphText graph = asking("core.hitl.approval-request", "'quorum':1")
                .noops("yes", "no")
                .edge("ask", "yes", ",'sourceOutput':'approve'")
                .edge("ask", "no", ",'sourceOutput':'reject'");
        History approved = of(graph).started().answered("ask", "{'action':'accept','comment':'fine'}");
        assertThat(output(approved, "ask")).isEqualTo("{'decision':'approve','comment':'fine','decidedBy':'ada'}");
        assertThat(approved.all()).contains("node.completed yes", "node.skipped no");
        replaysAlike(approved);
        History rejected = of(graph).started().answered("ask", "{'action':'reject'}");
        assertThat(rejected.all()).contains("node.completed no", "node.skipped yes");
    }

    @Test
    void aRejectionThatNobodyAsksAboutFailsTheRun() {
        History rejected = of(asking("core.hitl.approval-request", "")
                        .noops("next")
                        .edge("ask", "next"))
                .started()
                .answered("ask", "{'action':'reject'}");
        assertThat(rejected.error()).isEqualTo("approval_rejected");
    }

    @Test
    void silenceIsARejectionOfAnApprovalAndTheEndOfAQuestion() {
        assertThat(of(asking("core.hitl.approval-request", "'deadlineSeconds':60"))
                        .started()
                        .after(Duration.ofSeconds(60))
                        .error())
                .isEqualTo("approval_rejected");
        assertThat(of(asking("core.hitl.ask-user", "'deadlineSeconds':60"))
                        .started()
                        .after(Duration.ofSeconds(60))
                        .error())
                .isEqualTo("interrupt_timeout");
    }

    @Test
    void aQuestionGivesItsAnswerAndWhoGaveIt() {
        History asked = of(asking("core.hitl.ask-user", "")).started();
        assertThat(asked.status()).isEqualTo(RunStatus.WAITING_INPUT);
        asked.answered("ask", "{'answers':{'answer':'Friday'}}");
        assertThat(output(asked, "ask")).isEqualTo("{'answer':'Friday','answeredBy':'ada'}");
    }

    @Test
    void aFormIsCheckedFilledInOrDeclined() {
        String form = "'formSchema':{'type':'object','required':['n'],'properties':{'n':{'type':'integer'}}}";
        History asked = of(asking("core.hitl.form-request", form)).started();
        assertThat(asked.refusal(at -> new Command.Answer(
                        at, "ask", History.json("{'action':'accept','payload':{'n':'x'}}"), "ada", true)))
                .isEqualTo(RefusalCode.VALIDATION_ERROR);
        assertThat(asked.refusal(at -> new Command.Answer(at, "ask", History.json("{'action':'accept'}"), "ada", true)))
                .isEqualTo(RefusalCode.VALIDATION_ERROR);
        asked.answered("ask", "{'action':'accept','payload':{'n':3}}");
        assertThat(output(asked, "ask")).isEqualTo("{'action':'accept','payload':{'n':3},'respondedBy':'ada'}");
        History declined = of(asking("core.hitl.form-request", form)).started().answered("ask", "{'action':'decline'}");
        assertThat(output(declined, "ask")).contains("'action':'decline','payload':{}");
    }

    @Test
    void aStopFailsTheRunWithItsCode() {
        History stopped = of(graph().node("s", "core.flow.stop-and-error", "'code':'GONE','details':{'id':7}"))
                .started();
        assertThat(stopped.error()).isEqualTo("GONE");
        assertThat(Objects.requireNonNull(stopped.state().error()).details()).hasToString("{\"id\":7}");
    }
}
