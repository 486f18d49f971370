package dev.waybill.workflow.guided;

import static dev.waybill.workflow.guided.GuidedSources.errors;
import static dev.waybill.workflow.guided.GuidedSources.json;
import static dev.waybill.workflow.guided.GuidedSources.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.DefinitionError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is wrong with a source is said at once, each thing at its place.
class GuidedReaderTest {

    private static final String STEP = "{'id':'one','title':'One','prompt':'Do it.'}";

    @Test
    void allErrorsAreFoundAtOnce() {
        JsonObject source = json("""
                {'id':'X','name':'','version':'one','examples':['short'],'metaGuidance':['a','a'],
                 'features':['wr.features.capability'],'modelTier':'huge','contracts':[{'ref':'a'}],
                 'steps':[
                  {'id':'one','title':'One'},
                  {'id':'one','title':'One','prompt':'x','promptBlocks':{'goal':'y'}},
                  {'id':'two words','title':'T','prompt':'x','runCondition':{'var':'a','equal':1}},
                  {'id':'three','title':'T','type':'loop','loop':{'type':'while'},'body':[]},
                  {'id':'four','title':'T','prompt':'x','outputContract':{'contractRef':'wr.contracts.nothing'},
                   'assessmentRefs':['none'],'functionReferences':['none()','bad']}]}""");
        assertThat(errors(source))
                .containsExactlyInAnyOrder(
                        "bad_format /id",
                        "out_of_range /id",
                        "out_of_range /name",
                        "missing_member ",
                        "bad_format /version",
                        "out_of_range /examples/0",
                        "duplicate_id /metaGuidance/1",
                        "unknown_name /features/0",
                        "wrong_value /modelTier",
                        "missing_member /contracts/0",
                        "missing_member /contracts/0",
                        "missing_member /steps/0",
                        "duplicate_id /steps/1/id",
                        "wrong_value /steps/1",
                        "bad_format /steps/2/id",
                        "unknown_member /steps/2/runCondition/equal",
                        "out_of_range /steps/3/body",
                        "missing_member /steps/3/loop",
                        "missing_member /steps/3/loop",
                        "unknown_name /steps/4/outputContract/contractRef",
                        "unknown_name /steps/4/assessmentRefs/0",
                        "unknown_name /steps/4/functionReferences/0",
                        "bad_format /steps/4/functionReferences/1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "'prompt':'x','type':'loops'                                        ~ wrong_value /steps/0/type",
                "'prompt':'x','loop':{}                                             ~ wrong_value /steps/0",
                "'prompt':''                                                        ~ out_of_range /steps/0/prompt",
                "'promptBlocks':{}                                                  ~ missing_member /steps/0/promptBlocks",
                "'promptBlocks':{'goal':7}                                          ~ wrong_type /steps/0/promptBlocks/goal",
                "'promptBlocks':{'goal':[{'kind':'ref','refId':'wr.refs.memory'}]}  ~ unknown_name /steps/0/promptBlocks/goal/0/refId",
                "'templateCall':{'templateId':'wr.templates.routine.none'}          ~ unknown_name /steps/0/templateCall/templateId",
                "'templateCall':{'templateId':'wr.templates.routine.second-look'}   ~ missing_argument /steps/0/templateCall",
                "'prompt':'{{wr.bindings.tone}}'                                    ~ unknown_name /steps/0/prompt",
                "'prompt':'{{wr.other}}'                                            ~ bad_format /steps/0/prompt",
                "'prompt':'x','promptFragments':[{'id':'a','text':'{{wr.x}}'}]      ~ bad_format /steps/0/promptFragments/0/text",
                "'prompt':'x','requireConfirmation':'yes'                           ~ wrong_type /steps/0/requireConfirmation",
                "'prompt':'x','requireConfirmation':{'kind':'robot'}                ~ wrong_value /steps/0/requireConfirmation/kind",
                "'prompt':'x','validationCriteria':[{'type':'regex','pattern':'('}] ~ bad_pattern /steps/0/validationCriteria/0/pattern",
                "'prompt':'x','validationCriteria':{'type':'length'}                ~ missing_member /steps/0/validationCriteria",
                "'prompt':'x','validationCriteria':{'and':[{'type':'word'}]}        ~ wrong_value /steps/0/validationCriteria/and/0/type",
                "'prompt':'x','validationCriteria':{'type':'schema','schema':{'type':'x'}} ~ bad_schema /steps/0/validationCriteria/schema/type",
                "'prompt':'x','outputContract':{'schema':{'type':'object','required':['a']},'example':{}} ~ bad_example /steps/0/outputContract/example",
                "'prompt':'x','outputContract':{}                                   ~ missing_member /steps/0/outputContract",
                "'prompt':'x','runCondition':{'and':[{'var':'a','gt':'1'}]}         ~ wrong_type /steps/0/runCondition/and/0/gt",
                "'prompt':'x','runCondition':{'var':'a','matches':'['}              ~ bad_pattern /steps/0/runCondition/matches",
                "'prompt':'x','runCondition':{'equals':1}                           ~ missing_member /steps/0/runCondition",
                "'prompt':'x','verification':7                                      ~ wrong_type /steps/0/verification",
                "'prompt':'x','assessmentConsequences':[{}]                         ~ missing_member /steps/0/assessmentConsequences/0",
                "'type':'parallel','parallelDelegations':[]                         ~ out_of_range /steps/0/parallelDelegations",
                "'type':'parallel','parallelDelegations':[{'goal':'x'}]             ~ missing_member /steps/0/parallelDelegations/0",
                "'type':'loop','loop':{'type':'for','maxIterations':2},'body':[{'id':'two','title':'T','prompt':'x'}] ~ missing_member /steps/0/loop",
                "'type':'loop','loop':{'type':'for','count':2,'maxIterations':2000},'body':[{'id':'two','title':'T','prompt':'x'}] ~ out_of_range /steps/0/loop/maxIterations",
                "'type':'loop','loop':{'type':'for','count':2,'maxIterations':2},'body':'elsewhere' ~ unknown_name /steps/0/body",
                "'type':'loop','loop':{'type':'for','count':2,'maxIterations':2},'body':[{'id':'one','title':'T','prompt':'x'}] ~ duplicate_id /steps/0/body/0/id",
            })
    void eachMistakeHasItsPlace(String members, String error) {
        assertThat(errors(workflow("{'id':'one','title':'One'," + members + "}")))
                .contains(error);
    }

    @Test
    void hintsNameWhatWasMeant() {
        var bad = (GuidedRead.Bad) GuidedCompiler.bundled()
                .compile(workflow("{'id':'one','title':'One','prompt':'x','outputContract':"
                        + "{'contractRef':'wr.contracts.loop_controll'}}"));
        assertThat(bad.errors().getFirst().hint()).isEqualTo("did you mean \"wr.contracts.loop_control\"?");
    }

    @Test
    void unknownMembersAreKeptAndSaid() {
        var ok = GuidedSources.ok(GuidedCompiler.bundled()
                .compile(workflow("{'id':'one','title':'One','prompt':'Do it.','promt':'x'}", "'colour':'red',")));
        assertThat(ok.warnings().stream().map(GuidedSources::shown))
                .containsExactly("unknown_member /colour", "unknown_member /steps/0/promt");
        assertThat(ok.workflow().document().has("colour")).isTrue();
    }

    @Test
    void aSecondOperatorHasNoEffectAndIsSaid() {
        var ok = GuidedSources.ok(GuidedCompiler.bundled()
                .compile(workflow(STEP + ",{'id':'two','title':'T','prompt':'x','runCondition':"
                        + "{'var':'a','lt':5,'gt':1}}")));
        assertThat(ok.warnings().stream().map(DefinitionError::pointer)).isEqualTo(List.of("/steps/1/runCondition/lt"));
    }

    @Test
    void whatIsOddInARoutineIsSaidWhereItIsCalled() {
        JsonObject routine = json("{'id':'routine-odd','name':'N','description':'D','version':'1.0.0','steps':"
                + "[{'id':'aaa','title':'T','prompt':'P','promt':'x'}]}");
        var compiler = new GuidedCompiler(Routines.of(List.of(routine)), Bindings.NONE, Contracts.bundled());
        var ok = GuidedSources.ok(compiler.compile(
                workflow("{'id':'one','title':'T','templateCall':{'templateId':'wr.templates.routine.odd'}}")));
        assertThat(ok.warnings()).singleElement().satisfies(it -> {
            assertThat(GuidedSources.shown(it)).isEqualTo("unknown_member /steps/0/templateCall/templateId");
            assertThat(it.message()).contains("routine-odd", "/steps/0/promt");
        });
    }

    @Test
    void aBrokenRoutineIsReportedWhereItIsCalled() {
        JsonObject routine = json("{'id':'routine-bad','name':'N','description':'D','version':'1.0.0','steps':"
                + "[{'id':'aaa','title':'T'},{'id':'bbb','title':'T','templateCall':{'templateId':'x'}}]}");
        var compiler = new GuidedCompiler(Routines.of(List.of(routine)), Bindings.NONE, Contracts.bundled());
        var bad = (GuidedRead.Bad) compiler.compile(
                workflow("{'id':'one','title':'T','templateCall':{'templateId':'wr.templates.routine.bad'}}"));
        assertThat(bad.errors()).hasSize(2).allSatisfy(it -> {
            assertThat(it.pointer()).isEqualTo("/steps/0/templateCall/templateId");
            assertThat(it.message()).contains("routine-bad");
        });
    }
}
