package dev.waybill.engine.guided;

import static dev.waybill.engine.guided.Flows.below;
import static dev.waybill.engine.guided.Flows.each;
import static dev.waybill.engine.guided.Flows.flow;
import static dev.waybill.engine.guided.Flows.is;
import static dev.waybill.engine.guided.Flows.json;
import static dev.waybill.engine.guided.Flows.loop;
import static dev.waybill.engine.guided.Flows.step;
import static dev.waybill.engine.guided.Flows.times;
import static dev.waybill.engine.guided.Flows.untilStopped;
import static dev.waybill.engine.guided.Flows.whilst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.workflow.guided.GuidedCondition;
import dev.waybill.workflow.guided.LoopStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class NavigatorTest {

    private static final String STOP =
            "{\"output\": {\"artifacts\": [{\"kind\": \"wr.loop_control\", \"decision\": \"stop\"}]}}";

    @Test
    void stepsAreTakenInTheirOrder() {
        var walker = new Walker(flow(step("one"), step("two")), "{}").toTheEnd();

        assertThat(walker.keys()).containsExactly("one", "two");
        assertThat(walker.state().isComplete()).isTrue();
        assertThat(walker.state().acknowledged()).isEqualTo(2);
    }

    @Test
    void aStepThatWasPassedOverRunsLaterWhenItsConditionTurnsTrue() {
        var walker = new Walker(flow(step("deep", is("depth", "deep")), step("look"), step("end")), "{}");

        walker.then("{\"context\": {\"depth\": \"deep\"}}").toTheEnd();

        assertThat(walker.keys()).containsExactly("look", "deep", "end");
    }

    @Test
    void aWorkflowWithoutAnyDueStepIsCompleteAtOnce() {
        var walker = new Walker(flow(step("deep", is("depth", "deep"))), "{}");

        assertThat(walker.state().isComplete()).isTrue();
    }

    @Test
    void nullDeletesAVariableAndOthersStay() {
        var walker = new Walker(flow(step("one"), step("two")), "{\"a\": 1, \"b\": 2, \"none\": null}");

        walker.then("{\"context\": {\"a\": null, \"c\": 3, \"b\": 2}}");

        assertThat(walker.state().context()).isEqualTo(json("{\"b\": 2, \"c\": 3}"));
    }

    @Test
    void aCompleteRunHasNothingToAcknowledge() {
        var walker = new Walker(flow(step("one")), "{}").toTheEnd();

        assertThatThrownBy(() -> walker.then("{}")).hasMessageContaining("no step is pending");
    }

    @Test
    void aCountedLoopRepeatsItsSteps() {
        var walker = new Walker(flow(loop("l", times(2), 5, step("a"), step("b")), step("end")), "{}").toTheEnd();

        assertThat(walker.keys()).containsExactly("l@0::a", "l@0::b", "l@1::a", "l@1::b", "end");
    }

    @Test
    void aLoopWithoutARoundIsDone() {
        var walker = new Walker(flow(loop("l", whilst(is("go", "yes")), 5, step("a")), step("one"), step("end")), "{}");

        walker.then("{\"context\": {\"go\": \"yes\"}}").toTheEnd();

        assertThat(walker.keys()).containsExactly("one", "end");
    }

    @Test
    void aLoopThatWasPassedOverByItsRunConditionIsAskedAgain() {
        var late = new LoopStep("l", "L", is("go", "yes"), times(1), 5, LoopStep.ITERATION, List.of(step("a")));
        var walker = new Walker(flow(late, step("one"), step("end")), "{}");

        walker.then("{\"context\": {\"go\": \"yes\"}}").toTheEnd();

        assertThat(walker.keys()).containsExactly("one", "l@0::a", "end");
    }

    @Test
    void aWhileLoopIsAskedBeforeEveryStepOfARound() {
        var walker = new Walker(
                flow(loop("l", whilst(is("go", "yes")), 5, step("a"), step("b")), step("end")), "{\"go\": \"yes\"}");

        walker.then(2).then("{\"context\": {\"go\": \"no\"}}");

        assertThat(walker.keys()).containsExactly("l@0::a", "l@0::b", "l@1::a", "end");
    }

    @Test
    void theNumberOfTheRoundCountsFromOneInConditions() {
        var walker = new Walker(
                flow(loop(
                        "l",
                        whilst(below("currentIteration", 3)),
                        5,
                        step("a", is("currentIteration", "2")),
                        step("b"))),
                "{}");

        assertThat(walker.toTheEnd().keys()).containsExactly("l@0::b", "l@1::a", "l@1::b");
    }

    @Test
    void forEachGivesItsStepsItemAndIndex() {
        var walker = new Walker(
                flow(loop(
                        "l",
                        each("files"),
                        5,
                        step("first", is("currentIndex", "0")),
                        step("x", is("currentItem", "x")))),
                "{\"files\": [\"y\", \"x\"]}");

        assertThat(walker.toTheEnd().keys()).containsExactly("l@0::first", "l@1::x");
        assertThat(walker.state().context()).isEqualTo(json("{\"files\": [\"y\", \"x\"]}"));
    }

    @Test
    void anArtifactLoopGoesOnUntilTheAgentSaysStop() {
        var walker = new Walker(flow(loop("l", untilStopped(), 5, step("a"), step("decide")), step("end")), "{}");

        walker.then(3).then(STOP);

        assertThat(walker.keys()).containsExactly("l@0::a", "l@0::decide", "l@1::a", "l@1::decide", "end");
    }

    @Test
    void theLastValidWordWinsAndItsLoopIdIsIgnored() {
        var walker = new Walker(flow(loop("l", untilStopped(), 5, step("decide")), step("end")), "{}");

        walker.then("""
                {"output": {"artifacts": [{"kind": "wr.loop_control", "decision": "stop"},
                                          {"kind": "wr.loop_control", "decision": "continue", "loopId": "other"},
                                          {"kind": "wr.loop_control", "decision": "stop", "why": 1}]}}""");

        assertThat(walker.keys()).containsExactly("l@0::decide", "l@1::decide");
    }

    @Test
    void aWordIsNotHeardInALaterCall() {
        var walker = new Walker(
                flow(loop("l", untilStopped(), 5, step("a")), step("b"), loop("m", untilStopped(), 5, step("c"))),
                "{}");

        walker.then(STOP).then(1);

        assertThat(walker.keys()).containsExactly("l@0::a", "b", "m@0::c");
    }

    @Test
    void aLoopThatIsReachedInTheSameCallHearsTheWordToo() {
        var walker = new Walker(
                flow(loop("l", untilStopped(), 5, step("a")), loop("m", untilStopped(), 5, step("b")), step("end")),
                "{}");

        walker.then(STOP);

        assertThat(walker.keys()).containsExactly("l@0::a", "end");
    }

    @Test
    void aLoopInsideAnotherDoesNotHearWhatWasSaidToItsNeighbour() {
        var walker = new Walker(
                flow(loop(
                        "outer",
                        times(2),
                        5,
                        loop("l", untilStopped(), 5, step("a")),
                        loop("m", untilStopped(), 5, step("b")))),
                "{}");

        walker.then(STOP).then(STOP);

        assertThat(walker.keys()).containsExactly("outer@0::l@0::a", "outer@0::m@0::b", "outer@1::l@0::a");
    }

    @Test
    void aWordInsideNestedLoopsSpeaksToTheInnermostThatWaitsForOne() {
        var flow = flow(loop("outer", untilStopped(), 5, loop("inner", untilStopped(), 5, step("a")), step("b")));

        assertThat(new Walker(flow, "{}").then(STOP).keys()).containsExactly("outer@0::inner@0::a", "outer@0::b");
        assertThat(new Walker(flow, "{}").then(STOP).then(STOP).state().isComplete())
                .isTrue();
    }

    @Test
    void aCountedLoopInsideAnArtifactLoopPassesTheWordOn() {
        var flow = flow(loop("outer", untilStopped(), 5, loop("inner", times(3), 5, step("a"))), step("end"));

        assertThat(new Walker(flow, "{}").then(STOP).keys()).containsExactly("outer@0::inner@0::a", "end");
    }

    @Test
    void nestedLoopsCountTheirRoundsEach() {
        var walker = new Walker(
                flow(loop("a", times(2), 5, step("x"), loop("b", each("items"), 5, step("y"))), step("end")),
                "{\"items\": [1, 2]}");

        assertThat(walker.toTheEnd().keys())
                .containsExactly("a@0::x", "a@0::b@0::y", "a@0::b@1::y", "a@1::x", "a@1::b@0::y", "a@1::b@1::y", "end");
    }

    @Test
    void aNewRoundOfAnOuterLoopForgetsWhatTheInnerDid() {
        var walker =
                new Walker(flow(loop("a", times(2), 5, loop("b", times(1), 5, step("x"), step("y"), step("z")))), "{}");

        assertThat(walker.toTheEnd().keys())
                .containsExactly(
                        "a@0::b@0::x", "a@0::b@0::y", "a@0::b@0::z", "a@1::b@0::x", "a@1::b@0::y", "a@1::b@0::z");
    }

    @Test
    void anOuterLoopThatEndsTakesTheInnerAlong() {
        var walker = new Walker(
                flow(loop("a", whilst(is("go", "yes")), 5, loop("b", times(3), 5, step("y"))), step("end")),
                "{\"go\": \"yes\"}");

        walker.then("{\"context\": {\"go\": \"no\"}}");

        assertThat(walker.keys()).containsExactly("a@0::b@0::y", "end");
    }

    @Test
    void moreRoundsThanAllowedAreNeverCutSilently() {
        var flow = flow(step("one"), loop("l", times("count"), 2, step("a")), step("end"));
        var walker = new Walker(flow, "{\"count\": 5}");

        Blocker blocker = walker.stuck("{}");

        assertThat(blocker.code()).isEqualTo(BlockerCode.LOOP_LIMIT_EXCEEDED);
        assertThat(blocker.field()).isEqualTo("/context/count");
        assertThat(blocker.message()).contains("at most 2 rounds", "found 5");
        assertThat(walker.then("{\"context\": {\"count\": 1}}").toTheEnd().keys())
                .containsExactly("one", "l@0::a", "end");
    }

    @Test
    void aLoopWhoseConditionStillHoldsAfterItsLastRoundIsStuckUntilItDoesNot() {
        var walker =
                new Walker(flow(loop("l", whilst(is("go", "yes")), 2, step("a")), step("end")), "{\"go\": \"yes\"}");

        Blocker blocker = walker.then(1).stuck("{}");

        assertThat(blocker.code()).isEqualTo(BlockerCode.LOOP_LIMIT_EXCEEDED);
        assertThat(blocker.field()).isEqualTo("/context/go");
        assertThat(blocker.message()).contains("has had its 2 rounds", "while go is \"yes\"");
        assertThat(walker.then("{\"context\": {\"go\": \"no\"}}").keys()).endsWith("end");
    }

    @Test
    void anArtifactLoopThatUsedUpItsRoundsAsksForStop() {
        var walker = new Walker(flow(loop("l", untilStopped(), 2, step("a")), step("end")), "{}");

        Blocker blocker = walker.then(1).stuck("{}");

        assertThat(blocker.message()).contains("\"wr.loop_control\" artifact with decision \"stop\"");
        assertThat(String.valueOf(blocker.example()))
                .isEqualTo("{\"output\":{\"artifacts\":[{\"kind\":\"wr.loop_control\",\"decision\":\"stop\"}]}}");
        assertThat(walker.then(STOP).keys()).endsWith("end");
    }

    @Test
    void aCountOfAnotherTypeSaysWhatWasExpected() {
        var flow = flow(loop("l", times("count"), 2, step("a")));

        for (String context : new String[] {"{}", "{\"count\": \"2\"}", "{\"count\": -1}", "{\"count\": 1.5}"}) {
            Blocker blocker = Walker.stuck(Navigator.first(flow, json(context)));
            assertThat(blocker.code()).isEqualTo(BlockerCode.LOOP_INPUT_INVALID);
            assertThat(blocker.field()).isEqualTo("/context/count");
            assertThat(blocker.message()).contains("expected a whole number from 0 on");
        }
    }

    @Test
    void itemsThatAreNoListSayWhatWasExpected() {
        var flow = flow(loop("l", each("files"), 2, step("a")));

        Blocker blocker = Walker.stuck(Navigator.first(flow, json("{\"files\": \"x.java\"}")));

        assertThat(blocker.message()).contains("expected an array, found string \"x.java\"");
        assertThat(String.valueOf(blocker.example())).isEqualTo("{\"context\":{\"files\":[\"first\",\"second\"]}}");
    }

    @Test
    void itemsMustHaveTheFieldsThatStepsShow() {
        var body = new Flows.Step("a").prompt("Read {{currentItem.path}}").build();
        var flow = flow(loop("l", each("files"), 5, body));

        Blocker blocker = Walker.stuck(Navigator.first(flow, json("{\"files\": [{\"path\": \"a\"}, \"b\"]}")));

        assertThat(blocker.code()).isEqualTo(BlockerCode.LOOP_ITEMS_NOT_OBJECTS);
        assertThat(blocker.field()).isEqualTo("/context/files/1");
        assertThat(String.valueOf(blocker.example())).isEqualTo("{\"context\":{\"files\":[{\"path\":\"…\"}]}}");
        assertThat(Navigator.first(flow, json("{\"files\": [{\"path\": \"a\"}]}")))
                .isInstanceOf(Navigation.Moved.class);
    }

    @Test
    void loopsThatFindNoStepEndSomeTime() {
        var never = step("a", new GuidedCondition.Not(new GuidedCondition.Always()));
        var flow = flow(loop("a", times(1000), 1000, loop("b", times(1000), 1000, never)));

        Blocker blocker = Walker.stuck(Navigator.first(flow, json("{}")));

        assertThat(blocker.code()).isEqualTo(BlockerCode.SELECTION_LIMIT_EXCEEDED);
    }
}
