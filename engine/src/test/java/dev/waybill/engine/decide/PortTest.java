package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PortTest {

    private static History given(String inputs) {
        return History.of(graph().works("a")
                        .node("b", "core.identity", "", inputs, "")
                        .edge("a", "b")
                        .variables("{'name':'n','type':'number','defaultValue':2},{'name':'unset','type':'string'}"))
                .started()
                .finished("a", "{'x':{'y':7}}");
    }

    private static @Nullable JsonValue output(String port) {
        History history = given("'in':" + port);
        return Objects.requireNonNull(history.state().node("b").last())
                .outputs()
                .members()
                .get("in");
    }

    @Test
    void aPortIsFilledFromWhereItSays() {
        assertThat(output("{'type':'static','value':[1,null]}")).hasToString("[1,null]");
        assertThat(output("{'type':'variable','variableName':'n'}")).hasToString("2");
        assertThat(output("{'type':'connection','nodeId':'a','outputKey':'x'}")).hasToString("{\"y\":7}");
        assertThat(output("{'type':'connection','nodeId':'a','outputKey':'output'}"))
                .hasToString("{\"x\":{\"y\":7}}");
        assertThat(output("{'type':'expression','expression':'variables.n * 3'}"))
                .hasToString("6");
    }

    @Test
    void aMissingValueFailsTheNodeUnlessItIsOptional() {
        assertThat(given("'in':{'type':'variable','variableName':'unset'}").error())
                .isEqualTo("input_missing");
        assertThat(given("'in':{'type':'connection','nodeId':'a','outputKey':'z'}")
                        .error())
                .isEqualTo("input_missing");
        assertThat(output("{'type':'variable','variableName':'unset','optional':true}"))
                .isNull();
        assertThat(given("'in':{'type':'expression','expression':'variables.n + nodes'}")
                        .error())
                .isEqualTo("expression_failed");
    }
}
