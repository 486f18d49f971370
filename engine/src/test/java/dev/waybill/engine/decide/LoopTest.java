package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.GraphText.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static GraphText loop() {
        return graph().noops("start")
                .works("try")
                .noops("end")
                .edge("start", "try")
                .edge("try", "try", when("output.again == true"))
                .edge("try", "end", when("output.again == false"));
    }

    @Test
    void aBackEdgeBeginsAnotherRound() {
        History history = History.of(loop()).started().finished("try", "{'again':true}");
        assertThat(history.then()).containsExactly("node.completed try", "node.started try");
        assertThat(history.state().node("try").ordinal()).isEqualTo(2);
    }

    @Test
    void theWayOutIsUndecidedUntilTheLoopIsLeft() {
        History history =
                History.of(loop()).started().finished("try", "{'again':true}").finished("try", "{'again':true}");
        assertThat(history.count("node.skipped end")).isZero();
        assertThat(history.finished("try", "{'again':false}").then())
                .containsExactly("node.completed try", "node.started end", "node.completed end", "run.completed");
    }

    @Test
    void aLoopThatPassesItsLimitBreachesItsCap() {
        History history = History.of(loop()).started("{}", "{'maxLoopIterations':2}");
        history.finished("try", "{'again':true}").finished("try", "{'again':true}");
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
        history.finished("try", "{'again':true}");
        assertThat(history.then()).containsExactly("node.completed try", "cap.breached try", "run.failed");
        assertThat(history.facts()).contains(new DataFact.CapBreached("loop-iterations", 2, 3, "try"));
        assertThat(history.error()).isEqualTo("loop_limit_exceeded");
        assertThat(history.state().error())
                .isNotNull()
                .satisfies(error ->
                        assertThat(error.details()).isEqualTo(History.json("{'limit':2,'observed':3,'iteration':3}")));
    }

    private static GraphText nested() {
        return graph().noops("start")
                .works("outer", "inner")
                .noops("end")
                .edge("start", "outer")
                .edge("outer", "inner")
                .edge("inner", "inner", when("output.next == 1"))
                .edge("inner", "outer", when("output.next == 2"))
                .edge("inner", "end", when("output.next == 3"))
                .settings("'timeout':0,'maxLoopbackIterations':2");
    }

    private static History rounds(History history, int outer, int inner) {
        for (int round = 0; round < outer; round++) {
            history.finished("outer");
            for (int lap = 0; lap < inner; lap++) {
                history.finished("inner", "{'next':1}");
            }
            history.finished("inner", "{'next':2}");
        }
        return history;
    }

    @Test
    void theAuthorsBoundCountsALoopAnewWheneverItIsEntered() {
        History history = rounds(History.of(nested()).started(), 2, 2);
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(history.state().loops().rounds().values()).containsExactlyInAnyOrder(4, 2);
        history.finished("outer").finished("inner", "{'next':1}").finished("inner", "{'next':1}");
        assertThat(history.finished("inner", "{'next':1}").error()).isEqualTo("loop_limit_exceeded");
        assertThat(rounds(History.of(nested()).started(), 3, 0).error()).isEqualTo("loop_limit_exceeded");
    }

    @Test
    void theCallersBoundCountsTheWholeRun() {
        History history = History.of(nested()).started("{}", "{'maxLoopIterations':3}");
        rounds(history, 1, 3).finished("outer");
        assertThat(history.finished("inner", "{'next':1}").error()).isEqualTo("loop_limit_exceeded");
        assertThat(history.facts()).contains(new DataFact.CapBreached("loop-iterations", 3, 4, "inner"));
    }

    @Test
    void aBranchRightBehindABreachFailsLikeItsSource() {
        History source = History.of(loop()).started("{}", "{'maxLoopIterations':1}");
        source.finished("try", "{'again':true}").finished("try", "{'again':true}");
        assertThat(source.then()).containsExactly("node.completed try", "cap.breached try", "run.failed");
        History branch = source.branchedAt(source.log().size() - 1L, "{}").advanced();
        assertThat(branch.then()).containsExactly("run.failed");
        assertThat(branch.error()).isEqualTo("loop_limit_exceeded");
    }

    @Test
    void nestedLoopsCountEachBackEdge() {
        History history = History.of(graph().noops("start")
                        .works("outer", "inner")
                        .noops("end")
                        .edge("start", "outer")
                        .edge("outer", "inner")
                        .edge("inner", "inner", when("output.next == 1"))
                        .edge("inner", "outer", when("output.next == 2"))
                        .edge("inner", "end", when("output.next == 3")))
                .started();
        for (int round = 0; round < 2; round++) {
            history.finished("outer").finished("inner", "{'next':1}").finished("inner", "{'next':2}");
        }
        assertThat(history.finished("outer").finished("inner", "{'next':3}").then())
                .contains("run.completed");
        assertThat(history.state().loops().rounds().values()).containsExactlyInAnyOrder(2, 2);
    }

    @Test
    void parallelBranchesInsideALoopRunInEveryRound() {
        History history = History.of(graph().noops("start", "split")
                        .works("left", "right", "join")
                        .edge("start", "split")
                        .edge("split", "left")
                        .edge("split", "right")
                        .edge("left", "join")
                        .edge("right", "join")
                        .edge("join", "split", when("output.again == true")))
                .started();
        history.finished("left").finished("right").finished("join", "{'again':true}");
        assertThat(history.then())
                .containsExactly(
                        "node.completed join",
                        "node.started split",
                        "node.completed split",
                        "node.started left",
                        "node.started right");
        history.finished("right");
        assertThat(history.then()).containsExactly("node.completed right");
        history.finished("left").finished("join", "{'again':false}");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anErrorEdgeMayLeadBack() {
        History history = History.of(graph().noops("start")
                        .works("try")
                        .noops("end")
                        .edge("start", "try")
                        .edge("try", "try", ",'sourceOutput':'error'")
                        .edge("try", "end"))
                .started("{}", "{'maxLoopIterations':1}")
                .failed("try");
        assertThat(history.then()).containsExactly("node.failed try", "node.started try");
        assertThat(history.failed("try").error()).isEqualTo("loop_limit_exceeded");
    }
}
