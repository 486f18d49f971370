package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.GraphText.rule;
import static dev.waybill.engine.decide.GraphText.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureTest {

    private static final String TEXT = "{'name':'text','type':'string','defaultValue':'x'}";

    private static final String RETRIES = ",'settings':{'maxRetries':2,'retryDelayMs':100,'retryBackoff':3}";

    private static History retrying() {
        return History.of(graph().node("a", History.WORK, "", "", RETRIES)).started();
    }

    @Test
    void aFailureIsRetriedWithBackOff() {
        History history = retrying().failedForNow("a");
        assertThat(history.then()).containsExactly("node.retried a");
        assertThat(history.after(Duration.ofMillis(99)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).containsExactly("node.started a");
        history.failedForNow("a");
        assertThat(history.after(Duration.ofMillis(299)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).containsExactly("node.started a");
        assertThat(history.failedForNow("a").then()).containsExactly("node.failed a", "run.failed");
    }

    @Test
    void aFailureThatCannotGetBetterIsNotRetried() {
        assertThat(retrying().failed("a").then()).containsExactly("node.failed a", "run.failed");
    }

    @Test
    void anOutcomeOfAnEarlierAttemptIsRefused() {
        History history = retrying().failedForNow("a").after(Duration.ofMillis(100));
        assertThat(history.refusal(at -> new Command.Finish(at, "a", 1, 1, NodeResult.done(History.json("{}")))))
                .isEqualTo(RefusalCode.NOT_PENDING);
        assertThat(history.finished("a").status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(history.refusal(at -> new Command.Finish(at, "a", 1, 2, NodeResult.done(History.json("{}")))))
                .isEqualTo(RefusalCode.NOT_PENDING);
    }

    @Test
    void anAttemptThatTakesTooLongFailsAndIsRetried() {
        History history = History.of(graph().node(
                                "a",
                                History.WORK,
                                "",
                                "",
                                ",'settings':{'timeout':50,'maxRetries':1,'retryDelayMs':10}"))
                .started();
        assertThat(history.after(Duration.ofMillis(49)).then()).isEmpty();
        assertThat(history.after(Duration.ofMillis(1)).then()).containsExactly("node.retried a");
        history.after(Duration.ofMillis(10));
        assertThat(history.after(Duration.ofMillis(50)).then()).containsExactly("node.failed a", "run.failed");
        assertThat(history.error()).isEqualTo("node_timeout");
    }

    @Test
    void anErrorPortCatches() {
        History history = History.of(graph().works("a")
                        .noops("next", "rescue")
                        .edge("a", "next")
                        .edge("a", "rescue", ",'sourceOutput':'error'"))
                .started()
                .failed("a");
        assertThat(history.then())
                .containsExactly(
                        "node.failed a",
                        "node.started rescue",
                        "node.completed rescue",
                        "node.skipped next",
                        "run.completed");
    }

    @Test
    void anErrorEdgeThatWaitsForFailuresStartsItsHandler() {
        History history = History.of(graph().works("a")
                        .noops("rescue")
                        .edge("a", "rescue", ",'sourceOutput':'error'" + rule("any_failed")))
                .started()
                .failed("a");
        assertThat(history.then()).contains("node.completed rescue", "run.completed");
    }

    @Test
    void anErrorEdgeWhoseConditionDoesNotHoldCatchesNothing() {
        History history = History.of(graph().works("a")
                        .noops("rescue")
                        .edge("a", "rescue", ",'sourceOutput':'error'" + when("variables.text == true"))
                        .variables(TEXT))
                .started()
                .failed("a");
        assertThat(history.status()).isEqualTo(RunStatus.FAILED);
        assertThat(history.error()).isEqualTo("broken");
    }

    @Test
    void aConditionWithoutAnswerFailsTheRunNotTheHost() {
        History history = History.of(graph().works("a")
                        .noops("b", "rescue")
                        .edge("a", "b", when("output.n > 1"))
                        .edge("a", "rescue", ",'sourceOutput':'error'" + when("variables.text > 1"))
                        .variables(TEXT))
                .started();
        assertThat(history.finished("a", "{'n':'text'}").error()).isEqualTo("condition_failed");
        History failing = History.of(graph().works("a")
                        .noops("rescue")
                        .edge("a", "rescue", ",'sourceOutput':'error'" + when("variables.text > 1"))
                        .variables(TEXT))
                .started();
        assertThat(failing.failed("a").error()).isEqualTo("condition_failed");
    }

    @Test
    void aRunThatTakesLongerThanItsLimitBreachesIt() {
        History history = History.of(graph().works("a")).started("{}", "{'runTimeoutMs':1000}");
        assertThat(history.after(Duration.ofSeconds(1)).then()).isEmpty();
        history.after(Duration.ofMillis(1));
        assertThat(history.then())
                .containsExactly("cap.breached", "waybill.run.failing", "node.cancelled a", "run.failed");
        assertThat(history.facts()).contains(new DataFact.CapBreached("run-duration", 1000, 1001, null));
        assertThat(history.error()).isEqualTo("run_timeout");
    }

    @Test
    void tooManyExecutionsBreachTheLimit() {
        History history = History.of(graph().noops("a", "b", "c").edge("a", "b").edge("b", "c"))
                .started("{}", "{'recursionLimit':2}");
        assertThat(history.error()).isEqualTo("recursion_limit_exceeded");
        assertThat(history.facts()).contains(new DataFact.CapBreached("node-executions", 2, 3, "c"));
    }

    @Test
    void aTurnThatGetsLongIsContinuedToTheEnd() {
        GraphText graph = graph().noops("n0");
        for (int i = 1; i < 700; i++) {
            graph.noops("n" + i).edge("n" + (i - 1), "n" + i);
        }
        History history = History.of(graph).started();
        int turns = 1;
        while (Projections.isReady(history.state())) {
            history.advanced();
            assertThat(history.then()).isNotEmpty();
            turns++;
        }
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(turns).isGreaterThan(2);
    }

    @Test
    void aTurnMayBeCutRightBeforeTheEndOrASkip() {
        for (int length = 196; length < 204; length++) {
            GraphText graph = graph().noops("n0");
            for (int i = 1; i < length; i++) {
                graph.noops("n" + i).edge("n" + (i - 1), "n" + i);
            }
            graph.noops("dead")
                    .edge("n" + (length - 1), "dead", when("variables.text == 1"))
                    .variables(TEXT);
            History history = History.of(graph).started();
            while (Projections.isReady(history.state())) {
                history.advanced();
            }
            assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        }
    }
}
