package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.VerifierTest.cause;
import static dev.waybill.engine.decide.VerifierTest.facts;
import static dev.waybill.engine.decide.VerifierTest.find;
import static dev.waybill.engine.decide.VerifierTest.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.VerdictFact;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What an agent decides, and the tools that it calls, under a critic.
class AgentVerifierTest {

    private static History agent(String verifier, ActivityFact... facts) {
        History history = History.of(graph().node("think", History.WORK, "'verifier':{" + verifier + "}"))
                .started();
        return thought(history, facts);
    }

    private static History thought(History history, ActivityFact... facts) {
        int attempt =
                Objects.requireNonNull(history.state().node("think").attempt()).number();
        return history.tell(at -> new Command.Finish(
                at, "think", 1, attempt, NodeResult.done(History.json("{'x':1}")), List.of(facts), List.of()));
    }

    private static final AgentFact DECIDED =
            new AgentFact.AgentDecided("think", "acme.thinker", new JsonString("go"), null);
    private static final AgentFact CALLED =
            new AgentFact.AgentToolCalled("think", "acme.thinker", "t", "call-1", null, AgentFact.ToolTransport.NATIVE);
    private static final AgentFact RETURNED = new AgentFact.AgentToolReturned(
            "think", "acme.thinker", "t", "call-1", new JsonString("42"), null, AgentFact.ToolStatus.OK);

    @Test
    void anAgentsDecisionIsJudgedBeforeItsNodeEnds() {
        History history = repeated(agent("'rules':[{'when':'output.x == 1','then':'fail'}]", DECIDED));
        Event verified = find(history, VerdictFact.AgentVerified.class);
        assertThat(cause(history, verified)).isEqualTo(DECIDED);
        assertThat(((VerdictFact.AgentVerified) verified.fact()).target()).isEqualTo(verified.causationId());
        assertThat(history.error()).isEqualTo("verification_failed");
        assertThat(agent("'mockVerdicts':['pass']", DECIDED).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(agent("'mockVerdicts':['fail'],'gating':false", DECIDED).status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anAgentThatIsToReviseTriesAgainAndIsToldWhy() {
        History history = agent("'mockVerdicts':[{'verdict':'revise','criteria':['short']},'pass']", DECIDED);
        assertThat(facts(history, NodeFact.NodeRetried.class)).hasSize(1);
        history.advanced();
        assertThat(Objects.requireNonNull(history.state().node("think").attempt())
                        .inputs()
                        .toString())
                .contains("short");
        repeated(thought(history, DECIDED));
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aToolsCallIsJudgedByItsId() {
        History history = agent(
                "'over':['tool-calls'],'rules':[{'when':'output == \\\"42\\\"','then':'fail'}]",
                CALLED,
                RETURNED,
                DECIDED);
        Event verified = find(history, VerdictFact.AgentVerified.class);
        assertThat(((VerdictFact.AgentVerified) verified.fact()).target()).isEqualTo("call-1");
        assertThat(cause(history, verified)).isEqualTo(RETURNED);
        assertThat(history.error()).isEqualTo("verification_failed");
    }
}
