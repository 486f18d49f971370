package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.GraphText.rule;
import static dev.waybill.engine.decide.GraphText.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunStatus;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinTest {

    private static History two(String rule) {
        return History.of(graph().works("a", "b")
                        .noops("end")
                        .edge("a", "end", rule(rule))
                        .edge("b", "end", rule(rule)))
                .started();
    }

    @Test
    void allSuccessWaitsForEveryBranch() {
        History history = two("all_success").finished("a");
        assertThat(history.then()).containsExactly("node.completed a");
        assertThat(history.finished("b").then())
                .containsExactly("node.completed b", "node.started end", "node.completed end", "run.completed");
    }

    @Test
    void anySuccessStartsOnce() {
        History history = two("any_success").finished("a");
        assertThat(history.then()).contains("node.started end");
        assertThat(history.finished("b").then()).containsExactly("node.completed b", "run.completed");
        assertThat(history.count("node.started end")).isEqualTo(1);
    }

    @Test
    void allCompleteStartsWhateverTheBranchesCameTo() {
        History history = two("all_complete").failed("a");
        assertThat(history.then()).containsExactly("node.failed a");
        assertThat(history.finished("b").then()).contains("node.completed end", "run.completed");
    }

    @Test
    void anyFailedStartsWithTheFirstFailure() {
        History history = two("any_failed").failed("a");
        assertThat(history.then()).contains("node.failed a", "node.completed end");
        assertThat(history.finished("b").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anyFailedIsSkippedWhenAllGoesWell() {
        History history = two("any_failed").finished("a").finished("b");
        assertThat(history.then()).containsExactly("node.completed b", "node.skipped end", "run.completed");
    }

    @Test
    void noneFailedStartsEvenWhenABranchWasSkipped() {
        History history = History.of(graph().works("a")
                        .noops("b", "end")
                        .edge("a", "b", when("output.go == true"))
                        .edge("a", "end", rule("none_failed"))
                        .edge("b", "end", rule("none_failed")))
                .started()
                .finished("a", "{'go':false}");
        assertThat(history.then())
                .containsExactly(
                        "node.completed a",
                        "node.skipped b",
                        "node.started end",
                        "node.completed end",
                        "run.completed");
    }

    @Test
    void aFailureThatNobodyCatchesEndsTheRunAndCancelsTheOthers() {
        History history = two("all_success").failed("a");
        assertThat(history.then())
                .containsExactly("node.failed a", "waybill.run.failing", "node.cancelled b", "run.failed");
        assertThat(history.error()).isEqualTo("broken");
    }

    @Test
    void exclusiveBranchesMeetAgain() {
        History history = History.of(graph().works("a")
                        .noops("left", "right", "end")
                        .edge("a", "left", when("output.side == 1"))
                        .edge("a", "right", when("output.side != 1"))
                        .edge("left", "end")
                        .edge("right", "end"))
                .started()
                .finished("a", "{'side':1}");
        assertThat(history.then())
                .containsExactly(
                        "node.completed a",
                        "node.started left",
                        "node.completed left",
                        "node.skipped right",
                        "node.started end",
                        "node.completed end",
                        "run.completed");
    }

    @Test
    void edgesWithDifferentRulesMustAllHold() {
        GraphText graph = graph().works("a", "b", "c")
                .noops("end")
                .edge("a", "end", rule("any_success"))
                .edge("b", "end", rule("any_success"))
                .edge("c", "end", rule("all_success"));
        History history = History.of(graph).started().finished("a");
        assertThat(history.then()).containsExactly("node.completed a");
        assertThat(history.finished("c").then()).contains("node.completed end");
        assertThat(history.status()).isEqualTo(RunStatus.RUNNING);
    }

    @Test
    void aDeadPathIsSkippedToItsEndAndTheRunCompletes() {
        History history = History.of(graph().works("a")
                        .noops("b", "c", "d")
                        .edge("a", "b", when("output.go == true"))
                        .edge("b", "c")
                        .edge("c", "d"))
                .started()
                .finished("a", "{'go':false}");
        assertThat(history.then())
                .containsExactly(
                        "node.completed a", "node.skipped b", "node.skipped c", "node.skipped d", "run.completed");
    }

    @Test
    void nothingIsSkippedWhileSomethingLiveCanStillReachIt() {
        History history = History.of(graph().works("a", "slow")
                        .noops("end")
                        .edge("a", "end", when("output.go == true"))
                        .edge("slow", "end"))
                .started()
                .finished("a", "{'go':false}");
        assertThat(history.then()).containsExactly("node.completed a");
        assertThat(history.finished("slow").then()).contains("node.completed end");
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 256, 257})
    void wideJoinsWaitForTheLastBranch(int width) {
        List<String> ids = IntStream.range(0, width).mapToObj(i -> "n" + i).toList();
        GraphText graph =
                graph().noops("start").works(ids.toArray(String[]::new)).noops("end");
        graph.edges("start", ids, "");
        ids.forEach(id -> graph.edge(id, "end"));
        History history = History.of(graph).started();
        while (history.state().node(ids.getLast()).attempt() == null) {
            // A wide start takes more than one turn.
            history.advanced();
        }
        ids.subList(1, width).forEach(history::finished);
        assertThat(history.count("node.started end")).isZero();
        assertThat(history.finished(ids.getFirst()).then()).contains("node.completed end", "run.completed");
        assertThat(history.state().node("end").parents()).hasSize(width);
    }

    @Test
    void aDisabledNodeIsPassedBy() {
        History history = History.of(graph().noops("a")
                        .node("b", "vendor.acme.gone", "", "", ",'disabled':true")
                        .noops("c")
                        .edge("a", "b")
                        .edge("b", "c"))
                .started();
        assertThat(history.all()).contains("node.skipped b", "node.completed c", "run.completed");
    }

    @Test
    void aDisabledNodeBeginsNoOtherRound() {
        History history = History.of(graph().noops("start", "a")
                        .node("b", "core.noop", "", "", ",'disabled':true")
                        .noops("c")
                        .edge("start", "a")
                        .edge("a", "b")
                        .edge("b", "a", when("output.again == true"))
                        .edge("b", "c"))
                .started();
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.count("node.started a")).isEqualTo(1);
    }
}
