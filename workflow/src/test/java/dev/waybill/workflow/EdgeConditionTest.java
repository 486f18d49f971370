package dev.waybill.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import org.junit.jupiter.api.Test;

class EdgeConditionTest {

    private static final JsonObject SCOPE =
            Definitions.json("{'status':'completed','output':{'n':1.0,'tags':['a'],'name':'aab'}}");

    @Test
    void withoutAConditionAnEdgeIsTaken() {
        assertThat(new EdgeCondition.Always().holds(SCOPE, StepBudget.of(0))).isTrue();
    }

    @Test
    void equalityLooksAtTheValueNotAtItsSpelling() {
        assertThat(holds("equals", "output.n", "1")).isTrue();
        assertThat(holds("equals", "output.n", "'1'")).isFalse();
        assertThat(holds("notEquals", "output.gone", "null")).isFalse();
    }

    @Test
    void containmentLooksIntoTextsArraysAndObjects() {
        assertThat(holds("contains", "output.tags", "'a'")).isTrue();
        assertThat(holds("contains", "output.name", "'ab'")).isTrue();
        assertThat(holds("contains", "output", "'n'")).isTrue();
        assertThat(holds("contains", "output.gone", "'n'")).isFalse();
    }

    @Test
    void aNumberContainsNothingAndSaysSo() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> holds("contains", "output.n", "1"))
                .withMessageContaining("found number");
    }

    @Test
    void aPatternOccursInTextsOnly() {
        assertThat(holds("regex", "output.name", "'^a+b$'")).isTrue();
        assertThat(holds("regex", "output.n", "'1'")).isFalse();
    }

    private static boolean holds(String type, String left, String right) {
        return Definitions.workflow()
                .nodes("a", "b")
                .edge("a", "b", "{'condition':{'type':'%s','left':'%s','right':%s}}".formatted(type, left, right))
                .definition()
                .edges()
                .getFirst()
                .condition()
                .holds(SCOPE, StepBudget.usual());
    }
}
