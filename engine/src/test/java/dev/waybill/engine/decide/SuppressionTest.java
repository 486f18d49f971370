package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.PureNode;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.engine.state.Fold;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a replay does where its source has no recorded outcome: nothing.
class SuppressionTest {

    private static History cancelled(History history) {
        history.cancelled();
        return history.later(Fold.CANCEL_GRACE).advanced();
    }

    private static List<String> failures(History history) {
        return history.facts().stream()
                .filter(NodeFact.NodeFailed.class::isInstance)
                .map(NodeFact.NodeFailed.class::cast)
                .map(failed -> failed.nodeId() + " " + failed.error().code())
                .toList();
    }

    @Test
    void anEffectThatItsSourceNeverReachedIsMissing() {
        GraphText graph = GraphText.graph()
                .node("wait", "core.conformance.hold", "'delayMs':5000")
                .works("effect")
                .edge("wait", "effect");
        History source = cancelled(History.of(graph).started());
        History replay = source.replayedAt(0, History.decider()).replay(source);
        assertThat(replay.count("node.completed wait")).isEqualTo(1);
        assertThat(failures(replay)).containsExactly("effect replay_source_missing");
        assertThat(replay.status()).isEqualTo(RunStatus.FAILED);
    }

    @Test
    void theOrdinalOfAnOutcomeCountsRecordedEnds() {
        GraphText graph = GraphText.graph()
                .noops("start")
                .works("effect")
                .node("wait", "core.conformance.hold", "'delayMs':5000")
                .edge("start", "effect")
                .edge("effect", "wait")
                .edge("wait", "effect", GraphText.when("1 == 1"));
        History source = cancelled(History.of(graph).started().finished("effect", "{'n':1}"));
        for (int from = 0; from <= 4; from++) {
            History replay = source.replayedAt(from, History.decider()).replay(source);
            assertThat(replay.count("node.completed effect")).isEqualTo(1);
            assertThat(failures(replay)).containsExactly("effect replay_source_missing");
        }
    }

    @Test
    void anEffectThatWasCutOffInItsSecondExecutionIsMissingThere() {
        GraphText graph = GraphText.graph().works("effect").edge("effect", "effect", GraphText.when("output.n == 1"));
        History source = cancelled(History.of(graph).started().finished("effect", "{'n':1}"));
        History replay = source.replayedAt(0, History.decider()).replay(source);
        assertThat(replay.count("node.completed effect")).isEqualTo(1);
        assertThat(failures(replay)).containsExactly("effect replay_source_missing");
    }

    @Test
    void aDelayIsAnEffectAndAHoldIsNot() {
        History delay = cancelled(History.of(GraphText.graph().node("wait", "core.delay", "'ms':5000"))
                .started());
        assertThat(failures(delay.replayedAt(0, History.decider()).replay(delay)))
                .containsExactly("wait replay_source_missing");
        History hold = cancelled(History.of(GraphText.graph().node("wait", "core.conformance.hold", "'delayMs':5000"))
                .started());
        assertThat(hold.replayedAt(0, History.decider()).replay(hold).status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aDelayThatEndedIsServedAlsoBehindADifference() {
        GraphText graph = GraphText.graph()
                .node("p", "test.word")
                .node("wait", "core.delay", "'ms':5000")
                .edge("p", "wait");
        History source = History.of(graph, History.decider(new Word("then"))).started();
        source.after(Duration.ofSeconds(5));
        History replay = source.replayedAt(0, History.decider(new Word("now"))).replay(source);
        assertThat(replay.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(replay.count("replay.diverged")).isEqualTo(1);
    }

    @Test
    void aHoldGivesItsInputsAndIsDoneAgain() {
        History source = History.of(GraphText.graph().node("wait", "core.conformance.hold", "'delayMs':5000"))
                .started();
        source.after(Duration.ofSeconds(5));
        assertThat(source.status()).isEqualTo(RunStatus.COMPLETED);
        History replay = source.replayedAt(0, History.decider()).replay(source);
        assertThat(History.bytes(replay.log())).isEqualTo(History.bytes(source.log()));
    }

    private record Word(String word) implements PureNode {
        @Override
        public String typeId() {
            return "test.word";
        }

        @Override
        public NodeResult run(NodeCall call) {
            return NodeResult.done(History.json("{'word':'" + word + "'}"));
        }
    }

    /// Says that it is pure, and goes out all the same.
    private record Liar(boolean open) implements PureNode {
        @Override
        public String typeId() {
            return "test.liar";
        }

        @Override
        public NodeResult run(NodeCall call) {
            if (!open) {
                throw new ReachedOutside("closed");
            }
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    @Test
    void aNodeThatOnlyCallsItselfPureFailsWhereTheWaysOutAreClosed() {
        GraphText graph = GraphText.graph().node("liar", "test.liar");
        History source = History.of(graph, History.decider(new Liar(true))).started();
        assertThat(source.status()).isEqualTo(RunStatus.COMPLETED);
        History replay = source.replayedAt(0, History.decider(new Liar(false))).replay(source);
        assertThat(failures(replay)).containsExactly("liar replay_source_missing");
        assertThat(replay.facts().stream().map(RunEvent::type)).contains("replay.diverged");
    }
}
