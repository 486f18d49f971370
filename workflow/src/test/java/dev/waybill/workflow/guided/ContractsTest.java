package dev.waybill.workflow.guided;

import static dev.waybill.workflow.guided.GuidedSources.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import org.junit.jupiter.api.Test;

/// The outputs that workflows may ask for by name.
class ContractsTest {

    private static final String REPORT = "{'ref':'team.report','kind':'team.report','schema':{'type':'object',"
            + "'properties':{'title':{'type':'string'}},'required':['title']},'example':{'title':'Weekly'}}";

    @Test
    void usersAddTheirOwn() {
        Contracts.Added added = Contracts.bundled().with(json("{'contracts':[" + REPORT + "]}"));
        assertThat(added.errors()).isEmpty();
        assertThat(added.contracts().find("team.report")).isPresent();
        assertThat(added.contracts().find(Contracts.LOOP_CONTROL)).isPresent();
        assertThat(Contracts.bundled().find("team.report")).isEmpty();
        assertThat(Contracts.bundled().with(json(REPORT)).contracts().find("team.report"))
                .isPresent();
    }

    @Test
    void anExampleMustFitItsSchema() {
        Contracts.Added added = Contracts.bundled().with(json(REPORT.replace("'Weekly'", "7")));
        assertThat(added.errors()).singleElement().satisfies(it -> {
            assertThat(GuidedSources.shown(it)).isEqualTo("bad_example /example");
            assertThat(it.message()).contains("/title");
        });
        assertThat(added.contracts().find("team.report")).isEmpty();
    }

    @Test
    void nobodyRedefinesOurs() {
        Contracts.Added added =
                Contracts.bundled().with(json(REPORT.replace("team.report", "wr.contracts.loop_control")));
        assertThat(added.errors()).extracting(GuidedSources::shown).containsExactly("wrong_value /ref");
        assertThat(added.contracts().find(Contracts.LOOP_CONTROL))
                .isEqualTo(Contracts.bundled().find(Contracts.LOOP_CONTROL));
    }

    @Test
    void ourContractsTakeWhatTheyShould() {
        assertThat(fits("loop_control", "{'kind':'wr.loop_control','decision':'stop'}"))
                .isTrue();
        assertThat(fits("loop_control", "{'kind':'wr.loop_control','decision':'halt'}"))
                .isFalse();
        assertThat(fits("loop_control", "{'kind':'wr.loop_control','decision':'stop','more':1}"))
                .isFalse();
        assertThat(fits("assessment", "{'kind':'wr.assessment','dimensions':{'a':'high','b':{'level':'low'}}}"))
                .isTrue();
        assertThat(fits("assessment", "{'kind':'wr.assessment'}")).isFalse();
        assertThat(fits(
                        "gate_verdict",
                        "{'kind':'wr.gate_verdict','version':1,'verdict':'approved','confidence':'high',"
                                + "'rationale':'too short'}"))
                .isFalse();
        assertThat(fits("differentiation_handoff", "{'kind':'wr.differentiation_handoff','anything':{}}"))
                .isTrue();
    }

    private static boolean fits(String name, String artifact) {
        JsonObject schema =
                Contracts.bundled().find("wr.contracts." + name).orElseThrow().schema();
        return JsonSchema.compile(schema)
                .validate(json(artifact), StepBudget.usual())
                .isEmpty();
    }
}
