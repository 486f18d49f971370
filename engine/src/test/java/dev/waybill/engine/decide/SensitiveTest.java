package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.GraphText.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonString;
import dev.waybill.engine.diff.StateDiff;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.PublicView;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a definition calls sensitive is used by the run and shown to nobody.
class SensitiveTest {

    private static final String SECRET = "hunter2-and-more";
    private static final String VARIABLE = "{'name':'key','type':'string','sensitive':true}";
    private static final String INPUTS = "{'key':'" + SECRET + "'}";
    private static final String KEY = "'in':{'type':'variable','variableName':'key'}";

    private static String wire(History history) {
        return String.join(
                "\n",
                history.log().stream()
                        .map(event -> EventCodec.toWire(event).toString() + event.fact())
                        .toList());
    }

    private static void isKept(History history) {
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(wire(history)).contains("[REDACTED]").doesNotContain("hunter2");
        History replay = history.replayedAt(0, history.decidedBy()).replay(history);
        assertThat(History.bytes(replay.log())).isEqualTo(History.bytes(history.log()));
    }

    @Test
    void aSensitiveInputIsMaskedAndUsed() {
        History history = History.of(graph().noops("start", "right")
                        .variables(VARIABLE)
                        .edge("start", "right", when("variables.key == \\\"" + SECRET + "\\\"")))
                .started(INPUTS, "{}");
        assertThat(history.count("node.completed right")).isEqualTo(1);
        assertThat(history.state().variables()).containsEntry("key", new JsonString(SECRET));
        assertThat(PublicView.inputs(history.state())).isEqualTo(History.json("{'key':'[REDACTED]'}"));
        assertThat(PublicView.variables(history.state())).isEqualTo(History.json("{'key':'[REDACTED]'}"));
        isKept(history);
    }

    @Test
    void aChangeOfASensitiveVariableIsMaskedBothWays() {
        History history = History.of(
                        graph().works("a").noops("b").edge("a", "b").variables(VARIABLE))
                .started(INPUTS, "{}")
                .ended(
                        "a",
                        new NodeResult.Done(
                                History.json("{'echo':'hunter2-the-next','n':1}"),
                                "output",
                                List.of(new NodeResult.Write.ToVariable("key", new JsonString("hunter2-the-next")))));
        assertThat(history.state().variables()).containsEntry("key", new JsonString("hunter2-the-next"));
        assertThat(wire(history)).contains("\"n\":1");
        isKept(history);
    }

    @Test
    void whatIsOnlyPassedOnStaysMaskedToTheEnd() {
        History history = History.of(graph().node("a", "core.identity", "", KEY, "")
                        .node(
                                "b",
                                "core.identity",
                                "",
                                "'x':{'type':'connection','nodeId':'a','outputKey':'in'},'y':{'type':'static','value':7}",
                                "")
                        .node("c", "core.identity", "", "'z':{'type':'expression','expression':'nodes.b.x'}", "")
                        .edge("a", "b")
                        .edge("b", "c")
                        .variables(VARIABLE))
                .started(INPUTS, "{}");
        assertThat(history.state().outputs()).isEqualTo(History.json("{'c':{'z':'" + SECRET + "'}}"));
        assertThat(PublicView.outputs(history.state())).isEqualTo(History.json("{'c':{'z':'[REDACTED]'}}"));
        assertThat(wire(history)).contains("\"y\":7");
        isKept(history);
    }

    @Test
    void aSensitiveChannelIsMaskedAndSoIsWhatItsWriterGives() {
        History history = History.of(
                        graph().node("a", "core.channelWrite", "'channelName':'c','value':'" + SECRET + "'")
                                .channels("'c':{'reducer':'append','sensitive':true}"))
                .started();
        assertThat(PublicView.channels(history.state())).isEqualTo(History.json("{'c':'[REDACTED]'}"));
        assertThat(history.state().outputs()).isEqualTo(History.json("{'a':{'channel':'c','value':'" + SECRET + "'}}"));
        isKept(history);
        assertThat(wire(history.branchedAt(3, "{}").advanced())).doesNotContain("hunter2");
    }

    @Test
    void anOutputThatItsAuthorCallsSensitiveIsMasked() {
        History history = History.of(graph().node("a", History.WORK, "", "", ",'outputSensitivity':{'token':true}"))
                .started()
                .finished("a", "{'token':'" + SECRET + "','used':3}");
        assertThat(wire(history)).contains("\"used\":3");
        isKept(history);
    }

    @Test
    void whoIsAskedDoesNotSeeIt() {
        History history = History.of(
                        graph().node("gate", "core.approvalGate", "", KEY, "").variables(VARIABLE))
                .started(INPUTS, "{}");
        assertThat(history.state().interrupts().values().toString()).doesNotContain("hunter2");
        isKept(history.answered("gate", "{'action':'accept'}"));
    }

    @Test
    void aChildKnowsWhichOfItsInputsAreSensitive() {
        History history = History.of(graph().node(
                                "call",
                                "core.subWorkflow",
                                "'workflowId':'child','inputMapping':{'k':'key','o':'other'}")
                        .variables(VARIABLE + ",{'name':'other','type':'string','defaultValue':'x'}"))
                .started(INPUTS, "{}");
        assertThat(Effect.pending(history.state())).first().isInstanceOfSatisfying(Effect.CreateChild.class, child -> {
            assertThat(child.inputs()).isEqualTo(History.json("{'k':'" + SECRET + "','o':'x'}"));
            assertThat(child.sensitive()).containsExactly("k");
        });
    }

    @Test
    void aDifferenceIsToldWithoutTheValues() {
        GraphText graph = graph().node("a", "core.identity", "", KEY, "").variables(VARIABLE);
        History one = History.of(graph).started("{'key':'hunter2-one'}", "{}");
        History other = History.of(graph).started("{'key':'hunter2-two'}", "{}");
        StateDiff diff = StateDiff.of(one.state(), other.state());
        assertThat(diff.differences().keySet()).containsExactly("variables/key", "nodes/a", "outputs/a");
        assertThat(diff.toString()).contains("[REDACTED]").doesNotContain("hunter2");
    }

    @Test
    void anOverlayIsMaskedToo() {
        History source = History.of(graph().works("a").variables(VARIABLE)).started(INPUTS, "{}");
        History branch =
                source.branchedAt(2, "{'variables':{'key':'hunter2-branch'}}").advanced();
        assertThat(branch.state().variables()).containsEntry("key", new JsonString("hunter2-branch"));
        assertThat(wire(branch)).doesNotContain("hunter2");
    }

    @Test
    void aReplayThatComesToSomethingElseShowsNothingEither() {
        GraphText graph = graph().works("work")
                .node("p", "core.identity", "", "'in':{'type':'expression','expression':'variables.key'}", "")
                .edge("work", "p")
                .variables(VARIABLE);
        History source = History.of(graph).started(INPUTS, "{}").finished("work");
        History other =
                History.of(graph).started("{'key':'hunter2-other'}", "{}").finished("work");
        History replay = source.replayedAt(2, source.decidedBy()).replay(other);
        assertThat(replay.all()).contains("replay.diverged");
        assertThat(wire(replay)).doesNotContain("hunter2");
    }
}
