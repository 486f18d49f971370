package dev.waybill.workflow.guided;

import static dev.waybill.workflow.guided.GuidedSources.compiled;
import static dev.waybill.workflow.guided.GuidedSources.json;
import static dev.waybill.workflow.guided.GuidedSources.prompt;
import static dev.waybill.workflow.guided.GuidedSources.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.workflow.guided.GuidedCondition.Compare;
import dev.waybill.workflow.guided.GuidedCondition.Not;
import dev.waybill.workflow.guided.LoopStep.Rule;
import dev.waybill.workflow.guided.PromptStep.ContractUse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the compiler makes of each thing that an author may write.
class GuidedCompilerTest {

    private GuidedWorkflow last = compiled(workflow("{'id':'one','title':'One','prompt':'Do it.'}"));

    @AfterEach
    void whateverWasCompiledReadsBackAsItself() {
        GuidedSources.assertCompiled(last);
        assertThat(GuidedWorkflow.read(last.document())).isEqualTo(last);
    }

    private GuidedWorkflow compile(String steps, String members) {
        last = compiled(workflow(steps, members));
        return last;
    }

    private PromptStep one(String members) {
        return prompt(compile("{'id':'one','title':'One'," + members + "}", ""), 0);
    }

    @Test
    void blocksAreWrittenInAFixedOrder() {
        PromptStep step = one("'promptBlocks':{'verify':['V'],'outputRequired':{'notesMarkdown':'N'},'goal':'G',"
                + "'procedure':['A','B'],'constraints':[['C ',{'kind':'text','text':'D'}]]}");
        assertThat(step.prompt())
                .isEqualTo("## Goal\nG\n\n## Constraints\n- C D\n\n## Procedure\n1. A\n2. B\n\n"
                        + "## Output Required\n- **notesMarkdown**: N\n\n## Verify\n- V");
    }

    @Test
    void sharedTextsAndFeaturesAreWrittenOut() {
        GuidedWorkflow read = compile(
                "{'id':'one','title':'One','promptBlocks':{'constraints':[[{'kind':'ref','refId':"
                        + "'wr.refs.notes_first_durability'}]]}},{'id':'two','title':'T','prompt':'plain'}",
                "'features':['wr.features.memory_context'],");
        assertThat(prompt(read, 0).prompt())
                .contains(SharedTexts.ref("wr.refs.notes_first_durability").orElseThrow())
                .contains("## Procedure\n1. Before you begin")
                .contains("## Verify\n- What came from memory");
        assertThat(prompt(read, 1).prompt()).isEqualTo("plain");
    }

    @Test
    void aRoutineIsExpandedWhereItIsCalled() {
        JsonObject routine = json("""
                {'id':'wr.routine-check','name':'N','description':'D','version':'1.0.0','metaGuidance':['Be fair.'],
                 'functionDefinitions':[{'name':'row','definition':'one line'}],
                 'assessments':[{'id':'gate','purpose':'P','dimensions':[{'id':'d','purpose':'P','levels':['a','b']}]}],
                 'steps':[{'id':'look','title':'Look at {what}','prompt':'Look at {what}; keep {{x}} and {\\"y\\": 1}.',
                   'guidance':['Own.'],'functionReferences':['row()'],'runCondition':{'var':'own'}},
                  {'id':'rounds','title':'R','type':'loop','loop':{'type':'for','count':2,'maxIterations':2},'body':'again'},
                  {'id':'again','title':'A','prompt':'again {what}'},
                  {'id':'tell','title':'Tell','prompt':'Tell.','assessmentRefs':['gate']}]}""");
        var compiler = new GuidedCompiler(Routines.of(List.of(routine)), Bindings.NONE, Contracts.bundled());
        last = GuidedSources.ok(compiler.compile(workflow("{'id':'call','title':'C','runCondition':{'var':'callers'},"
                        + "'requireConfirmation':true,'agentRole':'A careful reader.','templateCall':"
                        + "{'templateId':'wr.templates.routine.check','args':{'what':'the plan'}}}")))
                .workflow();
        assertThat(GuidedSources.ids(last.steps()))
                .containsExactly("call.look", "call.rounds", "call.again", "call.tell");
        PromptStep look = prompt(last, 0);
        assertThat(look.title()).isEqualTo("Look at the plan");
        assertThat(look.prompt()).isEqualTo("Look at the plan; keep {{x}} and {\"y\": 1}.");
        assertThat(look.guidance()).containsExactly("Own.", "Be fair.");
        assertThat(look.runCondition()).isEqualTo(new GuidedCondition.Truthy("own"));
        assertThat(look.functions()).extracting(GuidedFunction::name).containsExactly("row");
        assertThat(look.confirmation()).isEqualTo(Confirmation.NEVER);
        PromptStep tell = prompt(last, 2);
        assertThat(tell.runCondition()).isEqualTo(new GuidedCondition.Truthy("callers"));
        assertThat(tell.confirmation().required()).isTrue();
        assertThat(tell.agentRole()).isEqualTo("A careful reader.");
        assertThat(last.assessment("gate")).isPresent();
        assertThat(last.contract(Contracts.ASSESSMENT)).isPresent();
    }

    @Test
    void extensionPointsTakeTheProjectsValueThenTheDefault() {
        JsonObject source = workflow(
                "{'id':'one','title':'One','prompt':'Be {{wr.bindings.tone}} and {{ wr.bindings.size }}.'}",
                "'extensionPoints':[{'slotId':'tone','purpose':'P','default':'calm'},"
                        + "{'slotId':'size','purpose':'P','default':'short'}],");
        for (String file : List.of("{'test-flow':{'tone':'loud'},'tone':'flat'}", "{'tone':'loud'}")) {
            var compiler = new GuidedCompiler(Routines.NONE, Bindings.of(json(file)), Contracts.bundled());
            last = GuidedSources.ok(compiler.compile(source)).workflow();
            assertThat(prompt(last, 0).prompt()).isEqualTo("Be loud and short.");
            assertThat(last.document().object("resolvedBindings")).contains(json("{'tone':'loud','size':'short'}"));
        }
    }

    @Test
    void aCompiledDocumentWarnsWhenSomethingElseIsBoundToday() {
        JsonObject source = workflow(
                "{'id':'one','title':'One','prompt':'Be {{wr.bindings.tone}} and {{ wr.bindings.size }}.'}",
                "'extensionPoints':[{'slotId':'tone','purpose':'P'},{'slotId':'size','purpose':'P','default':'short'}],");
        last = GuidedSources.ok(bound("{'tone':'loud'}").compile(source)).workflow();

        GuidedRead.Ok same = GuidedSources.ok(bound("{'tone':'loud'}").compile(last.document()));
        GuidedRead.Ok other =
                GuidedSources.ok(bound("{'test-flow':{'tone':'soft'}}").compile(last.document()));
        GuidedRead.Ok unbound = GuidedSources.ok(bound("{}").compile(last.document()));

        assertThat(same.warnings()).isEmpty();
        assertThat(unbound.warnings()).isEmpty();
        assertThat(other.warnings()).singleElement().satisfies(warning -> {
            assertThat(GuidedSources.shown(warning)).isEqualTo("BINDING_DRIFT /resolvedBindings/tone");
            assertThat(warning.message()).contains("loud", "soft");
        });
        assertThat(prompt(other.workflow(), 0).prompt()).isEqualTo("Be loud and short.");
    }

    @Test
    void aDefaultThatWasBoundSinceThenDriftsAsWell() {
        JsonObject source = workflow(
                "{'id':'one','title':'One','prompt':'Be {{wr.bindings.size}}.'}",
                "'extensionPoints':[{'slotId':'size','purpose':'P','default':'short'}],");
        last = GuidedSources.ok(bound("{}").compile(source)).workflow();
        GuidedWorkflow today =
                GuidedSources.ok(bound("{'size':'long'}").compile(source)).workflow();

        assertThat(BindingDrift.between(last, today)).containsExactly(new BindingDrift("size", "short", "long"));
        assertThat(BindingDrift.between(last, last)).isEmpty();
    }

    private static GuidedCompiler bound(String file) {
        return new GuidedCompiler(Routines.NONE, Bindings.of(json(file)), Contracts.bundled());
    }

    @Test
    void aBindingMayNotBringMarksOfItsOwn() {
        JsonObject source = workflow(
                "{'id':'one','title':'One','prompt':'{{wr.bindings.tone}}'}",
                "'extensionPoints':[{'slotId':'tone','purpose':'P'}],");
        var compiler = new GuidedCompiler(
                Routines.NONE, Bindings.of(json("{'tone':'{{wr.bindings.tone}}'}")), Contracts.bundled());
        assertThat(((GuidedRead.Bad) compiler.compile(source)).errors())
                .extracting(GuidedSources::shown)
                .containsExactly("bad_format ");
    }

    @Test
    void parallelStepsTellTheAgentWhatToDelegate() {
        PromptStep step = one("'type':'parallel','parallelDelegations':[{'workflowId':'review','goal':'Find bugs',"
                + "'args':{'depth':3},'contextMapping':{'facts':'factPacket'},'modelTier':'mid','allowedTools':['grep']},"
                + "{'workflowId':'audit','runCondition':{'var':'areas','contains':'security'}}]");
        assertThat(step.prompt())
                .contains(
                        "Delegation 1: review",
                        "- Goal: Find bugs",
                        "- Model tier: mid",
                        "- Allowed tools: grep",
                        "  - depth: 3",
                        "  - facts: the value of your context's `factPacket`")
                .doesNotContain("audit");
        assertThat(step.fragments()).singleElement().satisfies(it -> {
            assertThat(it.text()).contains("Delegation 2: audit");
            assertThat(it.when()).isInstanceOf(Compare.class);
        });
    }

    @Test
    void aParallelStepWithoutADueDelegationSaysSo() {
        PromptStep step = one("'type':'parallel','parallelDelegations':[{'workflowId':'audit','runCondition':"
                + "{'var':'security'}},{'workflowId':'tests','runCondition':{'var':'tests'}}]");

        assertThat(step.prompt()).isEqualTo("## Delegate in parallel");
        assertThat(shown(step, "{}")).containsExactly("nothing");
        assertThat(shown(step, "{'tests':true}")).containsExactly("how", "Delegation 2: tests");
        assertThat(shown(step, "{'tests':true,'security':true}"))
                .containsExactly("how", "Delegation 1: audit", "Delegation 2: tests");
    }

    private static List<String> shown(PromptStep step, String context) {
        JsonObject seen = (JsonObject) JsonReader.read(context.replace('\'', '"'), JsonLimits.DOCUMENT);
        return step.fragments().stream()
                .filter(it -> it.when() == null || it.when().holds(seen))
                .map(it -> it.text().startsWith("Run each delegation")
                        ? "how"
                        : it.text().startsWith("No delegation of this step is due")
                                ? "nothing"
                                : it.text().lines().findFirst().orElseThrow().substring(4))
                .toList();
    }

    @Test
    void whatTwoReportsSayAlikeIsConfirmedAsAuthorsOfThisReferenceMeanIt() {
        PromptStep step = one("'promptBlocks':{'goal':'G','constraints':["
                + "[{'kind':'ref','refId':'wr.refs.synthesis_under_disagreement'}],"
                + "[{'kind':'ref','refId':'wr.refs.adversarial_challenge_rules'}]]}");

        assertThat(step.prompt())
                .contains(
                        "What two or more reports say alike counts as confirmed.",
                        "take the higher rating unless the lower one brings evidence against it",
                        "two or more challengers raise independently blocks")
                .doesNotContain("rather than by count");
    }

    @Test
    void extraStepsStandRightBehindTheirStep() {
        GuidedWorkflow read = compile(
                "{'id':'one','title':'One','prompt':'x','runCondition':{'var':'go'},'verification':true,'audit':'Audit it.',"
                        + "'synthesis':{'title':'Sum','workflowId':'summing','goal':'Sum up','runCondition':{'var':'s'},"
                        + "'requireConfirmation':true}},{'id':'two','title':'T','prompt':'y','audit':false}",
                "");
        assertThat(GuidedSources.ids(read.steps()))
                .containsExactly("one", "one__verification", "one__audit", "one__synthesis", "two");
        assertThat(prompt(read, 1).prompt()).contains("\"One\"");
        assertThat(prompt(read, 1).runCondition()).isEqualTo(new GuidedCondition.Truthy("go"));
        assertThat(prompt(read, 2).prompt()).isEqualTo("Audit it.");
        assertThat(prompt(read, 3).prompt()).contains("Sum up", "`summing`");
        assertThat(prompt(read, 3).runCondition()).isEqualTo(new GuidedCondition.Truthy("s"));
        assertThat(prompt(read, 3).confirmation().required()).isTrue();
    }

    @Test
    void loopsAreOfFiveKinds() {
        assertThat(rule("'type':'while','condition':{'var':'a'}"))
                .isEqualTo(new Rule.WhileCondition(new GuidedCondition.Truthy("a")));
        assertThat(rule("'type':'until','condition':{'var':'a'}"))
                .isEqualTo(new Rule.WhileCondition(new Not(new GuidedCondition.Truthy("a"))));
        assertThat(rule("'type':'until','conditionSource':{'kind':'context_variable','condition':{'var':'a'}}"))
                .isEqualTo(new Rule.WhileCondition(new Not(new GuidedCondition.Truthy("a"))));
        assertThat(rule("'type':'for','count':3")).isEqualTo(new Rule.Times(3, null));
        assertThat(rule("'type':'for','count':'n'")).isEqualTo(new Rule.Times(null, "n"));
        assertThat(rule("'type':'forEach','items':'files','itemVar':'file'"))
                .isEqualTo(new Rule.ForEach("files", "file", LoopStep.INDEX));
    }

    private Rule rule(String settings) {
        return loop(settings, "[{'id':'body','title':'B','prompt':'x'}]").rule();
    }

    private LoopStep loop(String settings, String body) {
        GuidedWorkflow read = compile(
                "{'id':'loop','title':'L','type':'loop','loop':{'maxIterations':4," + settings + "},'body':" + body
                        + "}",
                "");
        return (LoopStep) read.steps().getFirst();
    }

    @Test
    void aLoopIsDecidedByTheArtifactThatItsBodyAsksFor() {
        LoopStep loop = loop(
                "'type':'while','condition':{'var':'ignored'}",
                "[{'id':'body','title':'B','prompt':'x','outputContract':{'contractRef':'wr.contracts.loop_control'}}]");
        assertThat(loop.rule()).isEqualTo(new Rule.WhileArtifact(Contracts.LOOP_CONTROL));
        assertThat(loop.maxIterations()).isEqualTo(4);
        assertThat(last.contract(Contracts.LOOP_CONTROL)).isPresent();
    }

    @Test
    void loopsStandInsideLoops() {
        LoopStep outer = loop(
                "'type':'forEach','items':'a','iterationVar':'n'",
                "[{'id':'inner','title':'I','type':'loop','loop':{'type':'until','condition':{'var':'d'},"
                        + "'maxIterations':9},'body':[{'id':'deep','title':'D','prompt':'x','verification':true}]}]");
        assertThat(outer.iterationVar()).isEqualTo("n");
        LoopStep inner = (LoopStep) outer.body().getFirst();
        assertThat(inner.iterationVar()).isEqualTo(LoopStep.ITERATION);
        assertThat(GuidedSources.ids(inner.body())).containsExactly("deep", "deep__verification");
    }

    @Test
    void aBodyByNameRunsOnlyInsideItsLoop() {
        GuidedWorkflow read = compile(
                "{'id':'loop','title':'L','type':'loop','requireConfirmation':true,'loop':{'type':'while','maxIterations':2},"
                        + "'body':'work'},{'id':'work','title':'W','prompt':'x','outputContract':"
                        + "{'contractRef':'wr.contracts.loop_control'}}",
                "");
        assertThat(read.steps()).hasSize(1);
        LoopStep loop = (LoopStep) read.steps().getFirst();
        assertThat(loop.rule()).isInstanceOf(Rule.WhileArtifact.class);
        assertThat(((PromptStep) loop.body().getFirst()).confirmation().required())
                .isTrue();
    }

    @Test
    void loopsThatAreEachOthersBodyAreRefused() {
        String loop =
                "{'id':'%s','title':'L','type':'loop','loop':{'type':'for','count':1,'maxIterations':2},'body':'%s'}";
        JsonObject source = workflow(loop.formatted("aaa", "bbb") + "," + loop.formatted("bbb", "aaa"));
        assertThat(GuidedSources.errors(source)).containsExactly("wrong_value /steps/0", "wrong_value /steps/1");
    }

    @Test
    void functionsAreFoundByNameInTheNearestScope() {
        GuidedWorkflow read = compile(
                "{'id':'loop','title':'L','type':'loop','functionDefinitions':[{'name':'f','definition':'loop'}],"
                        + "'loop':{'type':'for','count':1,'maxIterations':2},'body':[{'id':'body','title':'B','prompt':'x',"
                        + "'functionReferences':['f()','g()']}]},"
                        + "{'id':'two','title':'T','prompt':'x','functionReferences':['f()'],"
                        + "'functionDefinitions':[{'name':'h','definition':'step'}]},"
                        + "{'id':'three','title':'T','prompt':'x','functionCalls':[{'name':'g','args':{'a':1,'b':'c'}}]},"
                        + "{'id':'four','title':'T','prompt':'x'}",
                "'functionDefinitions':[{'name':'f','definition':'workflow'},{'name':'g','definition':'g',"
                        + "'parameters':[{'name':'a','type':'number'}]}],");
        PromptStep body =
                (PromptStep) ((LoopStep) read.steps().getFirst()).body().getFirst();
        assertThat(body.functions()).extracting(GuidedFunction::definition).containsExactly("loop", "g");
        assertThat(prompt(read, 1).functions())
                .extracting(GuidedFunction::definition)
                .containsExactly("workflow", "step");
        assertThat(prompt(read, 2).prompt()).contains("`g(a = 1, b = c)`");
        assertThat(prompt(read, 2).functions()).extracting(GuidedFunction::name).containsExactly("g");
        assertThat(prompt(read, 3).functions()).isEmpty();
    }

    @Test
    void confirmationHasThreeForms() {
        assertThat(one("'prompt':'x','requireConfirmation':true").confirmation())
                .isEqualTo(new Confirmation(true, null, null));
        assertThat(one("'prompt':'x','requireConfirmation':{'var':'risk','equals':'High'}")
                        .confirmation()
                        .isDue(json("{'risk':'high'}")))
                .isTrue();
        assertThat(one("'prompt':'x','requireConfirmation':{'kind':'human_approval','condition':{'not':{'var':'ok'}}}")
                        .confirmation())
                .isEqualTo(new Confirmation(true, new Not(new GuidedCondition.Truthy("ok")), "human_approval"));
    }

    @Test
    void notesAreRequiredOnlyWhereTheAuthorSaysSo() {
        assertThat(one("'prompt':'x'").notesRequired()).isFalse();
        assertThat(one("'prompt':'x','notesOptional':false").notesRequired()).isTrue();
        String rule = "'prompt':'x','validationCriteria':{'not':{'type':'contains','value':'TODO','message':'m'}}";
        assertThat(one(rule).notesRequired()).isTrue();
        assertThat(one(rule + ",'notesOptional':true").notesRequired()).isFalse();
        assertThat(one(rule + ",'outputContract':{'contractRef':'wr.contracts.loop_control'}")
                        .notesRequired())
                .isFalse();
    }

    @Test
    void aContractMayBeWrittenInTheStep() {
        PromptStep step =
                one("'prompt':'x','outputContract':{'required':false,'dedupeBy':'rows[].id','orderBy':'rows[].id',"
                        + "'schema':{'type':'object','properties':{'rows':{'type':'array'}},'required':['rows'],"
                        + "'additionalProperties':false},'example':{'rows':[]}}");
        assertThat(step.contract()).isEqualTo(new ContractUse("step:one", false));
        OutputContract contract = last.contract("step:one").orElseThrow();
        assertThat(contract.kind()).isEqualTo("test-flow.one");
        assertThat(contract.example()).isEqualTo(json("{'kind':'test-flow.one','rows':[]}"));
        assertThat(contract.schema().object("properties").orElseThrow().has("kind"))
                .isTrue();
        assertThat(contract.orderBy()).containsExactly("rows[].id");
    }

    @Test
    void aContractOfAStepIsUsedByAnotherUnderTheNameOfItsStep() {
        String own =
                "{'id':'one','title':'One','prompt':'x','outputContract':{'schema':{'type':'object'},'example':{}}}";
        String other = ",{'id':'two','title':'Two','prompt':'x','outputContract':{'contractRef':'step:one'}}";
        assertThat(compile(own + other, "").contract("step:one").orElseThrow().kind())
                .isEqualTo("test-flow.one");
    }

    @Test
    void aModelTierReachesTheAgent() {
        assertThat(one("'prompt':'x','modelTier':'heavy'").guidance()).containsExactly("Suggested model tier: heavy.");
        assertThat(compile("{'id':'one','title':'One','prompt':'x'}", "'modelTier':'mid',")
                        .modelTier())
                .isEqualTo("mid");
    }

    @Test
    void aStepMaySayWhereItsTaskStandsOnceItIsDone() {
        assertThat(one("'prompt':'x','taskState':'pr_open'").taskState()).isEqualTo(TaskState.PR_OPEN);
        assertThat(one("'prompt':'x'").taskState()).isNull();
    }

    @Test
    void theDigestNamesTheCompiledForm() {
        GuidedWorkflow first = compile("{'id':'one','title':'One','prompt':'x'}", "");
        GuidedWorkflow same = compile("{'title':'One','prompt':'x','id':'one'}", "");
        GuidedWorkflow other = compile("{'id':'one','title':'One','prompt':'y'}", "");
        assertThat(same.digest()).isEqualTo(first.digest());
        assertThat(other.digest()).isNotEqualTo(first.digest());
    }
}
