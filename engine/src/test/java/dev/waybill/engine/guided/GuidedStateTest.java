package dev.waybill.engine.guided;

import static dev.waybill.engine.guided.Flows.flow;
import static dev.waybill.engine.guided.Flows.json;
import static dev.waybill.engine.guided.Flows.loop;
import static dev.waybill.engine.guided.Flows.step;
import static dev.waybill.engine.guided.Flows.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.workflow.guided.GuidedStep;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuidedStateTest {

    private static Walker walker() {
        return new Walker(
                flow(
                        step("one"),
                        loop("a", times(2), 5, step("x"), loop("b", times(3), 5, step("y"), step("z"))),
                        step("end")),
                "{\"ticket\": \"AUTH-1\"}");
    }

    @Test
    void aStateIsStoredLikeThis() {
        Walker walker = walker().then("{\"context\": {\"depth\": 2}}").then(4);

        assertThat(walker.state().toJson().toString()).isEqualTo("""
                        {"context":{"ticket":"AUTH-1","depth":2},"acknowledged":5,"done":["one"],\
                        "loops":[{"loop":"a","iteration":0,"done":["x"]},{"loop":"b","iteration":1,"done":["y"]}],\
                        "pending":"z"}""");
        assertThat(walker.state().key()).hasToString("Optional[a@0::b@1::z]");
    }

    @Test
    void aDeltaIsStoredLikeThis() {
        GuidedState before = walker().then(4).state();
        var flow = flow(
                step("one"),
                loop("a", times(2), 5, step("x"), loop("b", times(3), 5, step("y"), step("z"))),
                step("end"));
        var next = (Navigation.Moved)
                Navigator.next(flow, before, Walker.payload("{\"context\": {\"ticket\": null, \"depth\": 2}}"));

        assertThat(next.delta().toJson().toString()).isEqualTo("""
                        {"set":{"depth":2},"deleted":["ticket"],\
                        "loops":[{"loop":"a","iteration":0},{"loop":"b","iteration":1,"done":["y"]}],"pending":"z"}""");
    }

    @Test
    void aCompleteStateHasNoPendingStep() {
        Walker walker = new Walker(flow(step("one")), "{}").toTheEnd();

        assertThat(walker.state().toJson()).hasToString("{\"context\":{},\"acknowledged\":1,\"done\":[\"one\"]}");
        assertThat(walker.state().key()).isEmpty();
    }

    @Test
    void aDeltaStaysSmallHoweverLongTheRunIs() {
        GuidedStep[] steps =
                IntStream.range(0, 1000).mapToObj(i -> step("step-" + i)).toArray(GuidedStep[]::new);
        var flow = flow(steps);
        GuidedState state = new Walker(flow, "{}").then(990).state();

        var next = (Navigation.Moved) Navigator.next(flow, state, Payload.EMPTY);

        assertThat(next.delta().toJson()).hasToString("{\"done\":[\"step-990\"],\"pending\":\"step-991\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"context\": [], \"acknowledged\": 0}",
                "{\"acknowledged\": 0.5}",
                "{\"acknowledged\": 0, \"done\": [1]}",
                "{\"acknowledged\": 0, \"loops\": [{\"loop\": \"a\"}]}",
                "{\"acknowledged\": 0, \"loops\": [{\"loop\": \"a\", \"iteration\": -1}]}",
                "{\"acknowledged\": 0, \"pending\": 3}"
            })
    void whatIsNoStateIsRefused(String text) {
        assertThatThrownBy(() -> GuidedState.read(json(text))).isInstanceOf(IllegalArgumentException.class);
    }
}
