package dev.waybill.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.node.NodeResult;
import org.junit.jupiter.api.Test;

class BranchingTest {

    private static boolean holds(String op, String value, String target) {
        return Flow.output(
                        "core.flow.if",
                        "{'predicate':{'path':'v','op':'%s','value':%s}}".formatted(op, target),
                        "{'value':{'v':%s}}".formatted(value),
                        "matched")
                .equals("true");
    }

    @Test
    void everyOperatorHasBothAnswers() {
        assertThat(holds("eq", "{'a':1,'b':2}", "{'b':2,'a':1.0}")).isTrue();
        assertThat(holds("eq", "1", "'1'")).isFalse();
        assertThat(holds("neq", "1", "2")).isTrue();
        assertThat(holds("neq", "1", "1")).isFalse();
        assertThat(holds("lt", "1", "2")).isTrue();
        assertThat(holds("lt", "2", "2")).isFalse();
        assertThat(holds("lte", "2", "2")).isTrue();
        assertThat(holds("lte", "3", "2")).isFalse();
        assertThat(holds("gt", "'b'", "'a'")).isTrue();
        assertThat(holds("gt", "'a'", "'a'")).isFalse();
        assertThat(holds("gte", "2", "2")).isTrue();
        assertThat(holds("gte", "1", "2")).isFalse();
        assertThat(holds("in", "2", "[1,2]")).isTrue();
        assertThat(holds("in", "3", "[1,2]")).isFalse();
        assertThat(holds("contains", "'parcel'", "'arc'")).isTrue();
        assertThat(holds("contains", "[1,{'a':2}]", "{'a':2}")).isTrue();
        assertThat(holds("contains", "7", "7")).isFalse();
        assertThat(holds("starts-with", "'abc'", "'ab'")).isTrue();
        assertThat(holds("starts-with", "'abc'", "'bc'")).isFalse();
        assertThat(holds("ends-with", "'abc'", "'bc'")).isTrue();
        assertThat(holds("ends-with", "'abc'", "'ab'")).isFalse();
        assertThat(holds("regex", "'R-2041'", "'^R-[0-9]+$'")).isTrue();
        assertThat(holds("regex", "'R-x'", "'^R-[0-9]+$'")).isFalse();
        assertThat(holds("exists", "0", "null")).isTrue();
        assertThat(holds("exists", "null", "null")).isFalse();
        assertThat(holds("not-exists", "null", "null")).isTrue();
        assertThat(holds("truthy", "[]", "null")).isTrue();
        assertThat(holds("truthy", "''", "null")).isFalse();
        assertThat(holds("falsy", "0", "null")).isTrue();
        assertThat(holds("falsy", "'0'", "null")).isFalse();
    }

    @Test
    void whatHasNoOrderIsNeitherLessNorGreater() {
        for (String op : new String[] {"lt", "lte", "gt", "gte"}) {
            assertThat(holds(op, "'5'", "10")).isFalse();
            assertThat(holds(op, "null", "10")).isFalse();
        }
    }

    @Test
    void aPathGoesThroughObjectsAndLists() {
        assertThat(Paths.at(Flow.json("{'a':[{'b':7}]}"), "a.0.b")).hasToString("7");
        assertThat(Paths.at(Flow.json("{'a':[1,2]}"), "a.length")).hasToString("2");
        assertThat(Paths.at(Flow.json("{'a':[1,2]}"), "a.01")).isNull();
        assertThat(Paths.at(Flow.json("{'a':1}"), "a.b.c")).isNull();
    }

    @Test
    void aSwitchTakesTheLabelOfItsCase() {
        String config = "{'cases':{'DE':'eu','7':'seven','true':'yes'},'default':'rest'}";
        assertThat(Flow.done("core.flow.switch", config, "{'value':'DE'}").branches())
                .containsExactly("eu");
        assertThat(Flow.done("core.flow.switch", config, "{'value':7}").branches())
                .containsExactly("seven");
        assertThat(Flow.done("core.flow.switch", config, "{'value':true}").branches())
                .containsExactly("yes");
        assertThat(Flow.done("core.flow.switch", config, "{'value':null}").branches())
                .containsExactly("rest");
        NodeResult.Done none = Flow.done("core.flow.switch", "{'cases':{'a':'b'}}", "{'value':'c'}");
        assertThat(none.branches()).isEmpty();
        assertThat(none.outputs().get("label")).hasToString("null");
    }

    @Test
    void aRouterTakesTheFirstRouteOrAll() {
        String routes = "'routes':[{'label':'big','predicate':{'path':'','op':'gt','value':10}},{'label':'any'}]";
        assertThat(Flow.done("core.flow.router", "{" + routes + "}", "{'value':11}")
                        .branches())
                .containsExactly("big");
        assertThat(Flow.done("core.flow.router", "{'mode':'all-match'," + routes + "}", "{'value':11}")
                        .branches())
                .containsExactly("big", "any");
        assertThat(Flow.done(
                                "core.parallel",
                                "{'defaultLabel':'none','routes':[{'label':'x','predicate':{'path':'','op':'eq','value':1}}]}",
                                "{'value':2}")
                        .branches())
                .containsExactly("none");
    }

    @Test
    void whatAFilterDropsLeavesByItsOwnPort() {
        String config = "{'predicate':{'path':'','op':'truthy'}}";
        assertThat(Flow.done("core.flow.filter", config, "{'value':1}").port()).isEqualTo("output");
        assertThat(Flow.done("core.flow.filter", config, "{'value':0}").port()).isEqualTo("dropped");
    }

    @Test
    void aPatternThatCannotBeUsedIsFoundBeforeTheRun() {
        assertThat(Flow.type("core.flow.if")
                        .check(Flow.node(
                                "core.flow.if",
                                Flow.json("{'predicate':{'path':'','op':'regex','value':'(a'}}")
                                        .asObject()
                                        .orElseThrow())))
                .hasSize(1);
    }
}
