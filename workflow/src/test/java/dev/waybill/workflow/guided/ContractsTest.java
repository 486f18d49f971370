package dev.waybill.workflow.guided;

import static dev.waybill.workflow.guided.GuidedSources.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.List;
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
    void aSchemaThatAsksForTheKindWithoutDescribingItIsTaken() {
        Contracts.Added added = Contracts.bundled()
                .with(json("{'ref':'team.note','kind':'team.note','schema':{'type':'object','required':['text','kind'],"
                        + "'properties':{'text':{'type':'string'}}},'example':{'text':'Hello'}}"));
        assertThat(added.errors()).isEmpty();
        assertThat(added.contracts().find("team.note").orElseThrow().schema().get("required"))
                .hasToString("[\"kind\",\"text\"]");
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

    private static final String SHOWN = """
            {'ref':'team.report','kind':'team.report','schema':{'type':'object','properties':{'kind':{},'rows':{}}},
            'example':{'kind':'team.report','rows':[]},'dedupeBy':['rows[].file','rows[].line'],'display':[%s]}""";

    @Test
    void aContractSaysHowItIsShownAndReadsBackAsItWasWritten() {
        JsonObject written =
                json(SHOWN.formatted("{'as':'table','from':'rows','title':'Rows','columns':['line','file']},"
                        + "{'as':'log','from':'entry','title':'Log'}"));
        OutputContract contract =
                Contracts.NONE.with(written).contracts().find("team.report").orElseThrow();

        assertThat(contract.display())
                .containsExactly(
                        new Display(Display.Form.TABLE, "rows", "Rows", List.of("line", "file")),
                        new Display(Display.Form.LOG, "entry", "Log", List.of()));
        assertThat(contract.dedupeBy()).containsExactly("rows[].file", "rows[].line");
        assertThat(ContractReader.toJson(contract)).isEqualTo(written);
    }

    @Test
    void aFormThatNobodyKnowsIsAnErrorAtItsPlace() {
        for (String wrong : List.of(
                "{'as':'pie','from':'rows','title':'Rows'}",
                "{'from':'rows','title':'Rows'}",
                "{'as':'table','title':'Rows'}",
                "{'as':'table','from':'rows'}",
                "{'as':'table','from':'rows[].x','title':'Rows'}",
                "{'as':'table','from':'rows','title':'Rows','columns':'line'}",
                "'table'")) {
            assertThat(Contracts.NONE.with(json(SHOWN.formatted(wrong))).errors())
                    .as(wrong)
                    .isNotEmpty()
                    .allSatisfy(error -> assertThat(error.pointer()).startsWith("/display/0"));
        }
    }
}
