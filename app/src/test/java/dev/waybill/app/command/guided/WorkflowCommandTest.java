package dev.waybill.app.command.guided;

import static dev.waybill.app.command.guided.GuidedDesk.FLOW;
import static dev.waybill.app.command.guided.GuidedDesk.objects;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill workflow check | show | preview`.
class WorkflowCommandTest {

    private static final String TWO_MISTAKES = """
            {'id':'bad-flow','name':'Bad','description':'Two mistakes.','version':'1.0.0','steps':[
            {'id':'one','title':'One'},
            {'id':'two','title':'Two','prompt':'Go.','outputContract':{'contractRef':'team.report'}}]}""";
    private static final String GRAPH = """
            {'id':'graph','name':'Graph','version':'1.0','edges':[],'variables':[],'metadata':{},
            'triggers':[{'id':'manual','type':'manual','enabled':true}],'settings':{'timeout':0},
            'nodes':[{'id':'a','typeId':'core.noop','name':'A','position':{'x':0,'y':0},'config':{},'inputs':{}}]}""";
    private static final String USES_ALL = """
            {'id':'uses-all','name':'All','description':'Refers to its surroundings.','version':'1.0.0',
            'extensionPoints':[{'slotId':'tone','purpose':'How to speak.'}],'steps':[
            {'id':'speak','title':'Speak','prompt':'Be {{wr.bindings.tone}}.'},
            {'id':'call','title':'Call','templateCall':{'templateId':'wr.templates.routine.mine','args':{'what':'it'}}},
            {'id':'report','title':'Report','prompt':'Report.','outputContract':{'contractRef':'team.report'}}]}""";
    private static final String USES_ROUTINE = """
            {'id':'uses-routine','name':'One','description':'Calls a routine.','version':'1.0.0','steps':[
            {'id':'call','title':'Call','templateCall':{'templateId':'wr.templates.routine.mine','args':{'what':'it'}}}]}""";
    private static final String ROUTINE = """
            {'id':'routine-mine','name':'Mine','description':'A routine.','version':'1.0.0','steps':[
            {'id':'check-it','title':'Check {what}','prompt':'Check {what} well.'}]}""";
    private static final String REPORT = """
            {'ref':'team.report','kind':'team.report','schema':{'type':'object',
            'properties':{'title':{'type':'string'}},'required':['title']},'example':{'title':'Weekly'}}""";

    @TempDir
    Path folder;

    private GuidedDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new GuidedDesk(folder);
    }

    @Test
    void aSoundWorkflowIsAYesWithItsDigest() {
        String file = desk.file("flow.json", FLOW);

        assertThat(desk.ask(ExitCode.YES, "workflow", "check", file).out())
                .startsWith("ok  " + file)
                .contains("guided workflow test-flow 1.0.0, 3 steps, sha256:");
    }

    @Test
    void allErrorsAreToldAtOnceEachWithItsPlaceCodeAndHint() {
        String file = desk.file("bad.json", TWO_MISTAKES);

        Asked asked = desk.ask(ExitCode.NO, "workflow", "check", file);
        JsonObject report = file(desk.ask(ExitCode.NO, "workflow", "check", file, "--json"), 0);

        assertThat(asked.out())
                .contains(
                        "2 errors", "/steps/0", "/steps/1/outputContract/contractRef", "unknown_name", "what to do: ");
        assertThat(report.get("valid")).isEqualTo(JsonBool.FALSE);
        assertThat(report.string("kind")).contains("guided");
        assertThat(objects(report, "errors"))
                .hasSize(2)
                .allSatisfy(error -> assertThat(error.names()).containsExactly("pointer", "code", "message", "hint"));
    }

    @Test
    void whatIsOnlyOddIsAWarning() {
        String file = desk.file("odd.json", FLOW.replace("'version'", "'colour':'red','version'"));

        assertThat(desk.ask(ExitCode.YES, "workflow", "check", file).out())
                .contains("warning", "unknown_member", "colour");
        assertThat(objects(file(desk.ask(ExitCode.YES, "workflow", "check", file, "--json"), 0), "warnings"))
                .hasSize(1);
    }

    @Test
    void whatIsOddInARoutineIsToldToPeopleAndToAgents() {
        String file = desk.file("flows/uses.json", USES_ROUTINE);
        desk.file("flows/routines/mine.json", ROUTINE.replace("'prompt'", "'promt':'x','prompt'"));

        assertThat(desk.ask(ExitCode.YES, "workflow", "check", file).out())
                .contains("warning", "unknown_member", "routine-mine", "/steps/0/promt");
        String flows = folder.resolve("flows").toString();
        JsonObject inspected = structured("workflow_inspect", "{'workflowId':'uses-routine'}", flows);
        assertThat(objects(inspected, "warnings"))
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.string("message").orElseThrow()).contains("routine-mine", "/steps/0/promt"));
        assertThat(objects(structured("workflow_list", "{}", flows), "workflows"))
                .filteredOn(it -> it.has("warnings"))
                .extracting(it -> it.string("workflowId").orElseThrow())
                .contains("uses-routine");
    }

    private JsonObject structured(String tool, String arguments, String flows) {
        return desk.talk(List.of(GuidedDesk.call(tool, arguments)), "--workflows", flows)
                .getFirst()
                .object("result")
                .flatMap(result -> result.object("structuredContent"))
                .orElseThrow();
    }

    @Test
    void aCompiledDocumentWarnsWhenTheProjectBindsSomethingElseToday() {
        String source = desk.file(
                "then/bound.json",
                "{'id':'bound','name':'B','description':'D','version':'1.0.0','extensionPoints':[{'slotId':'tone',"
                        + "'purpose':'P'}],'steps':[{'id':'one','title':'One','prompt':'Be {{wr.bindings.tone}}.'}]}");
        desk.file("then/bindings.json", "{'tone':'loud'}");
        String compiled = desk.file(
                "now/compiled.json",
                desk.ask(ExitCode.YES, "workflow", "show", source, "--json")
                        .json()
                        .object("document")
                        .orElseThrow()
                        .toString());
        desk.file("now/bindings.json", "{'bound':{'tone':'soft'}}");

        JsonObject report = file(desk.ask(ExitCode.YES, "workflow", "check", compiled, "--json"), 0);

        assertThat(objects(report, "warnings")).singleElement().satisfies(warning -> {
            assertThat(warning.string("code")).contains("BINDING_DRIFT");
            assertThat(warning.string("pointer")).contains("/resolvedBindings/tone");
        });
    }

    @Test
    void graphsAreToldByTheirNodesAndCheckedToo() {
        String good = desk.file("graph.json", GRAPH);
        String bad = desk.file("bad-graph.json", GRAPH.replace("'typeId':'core.noop',", ""));

        assertThat(desk.ask(ExitCode.YES, "workflow", "check", good).out())
                .contains("graph graph 1.0, 1 node, sha256:");
        JsonObject report = file(desk.ask(ExitCode.NO, "workflow", "check", bad, "--json"), 0);
        assertThat(report.string("kind")).contains("graph");
        assertThat(objects(report, "errors")).isNotEmpty();
    }

    @Test
    void theWorstOfSeveralFilesIsTheExitCode() {
        String good = desk.file("flow.json", FLOW);
        String bad = desk.file("bad.json", TWO_MISTAKES);
        String half = desk.file("half.json", "{'id':");
        String list = desk.file("list.json", "[]");

        Asked asked = desk.ask(ExitCode.USAGE, "workflow", "check", good, bad, half, list);

        assertThat(asked.out()).contains("ok  " + good, "no  " + bad);
        assertThat(asked.err()).contains(half, list);
        desk.ask(ExitCode.NO, "workflow", "check", good, bad);
        Asked json = desk.ask(ExitCode.USAGE, "workflow", "check", good, half, "--json");
        assertThat(file(json, 1).object("error").orElseThrow().string("code")).contains("input_unexpected");
        assertThat(desk.ask(ExitCode.USAGE, "workflow", "check").err()).contains("needs a file to check");
    }

    @Test
    void routinesContractsAndBindingsBesideAFileCount() {
        String file = desk.file("flows/all.json", USES_ALL);
        assertThat(objects(file(desk.ask(ExitCode.NO, "workflow", "check", file, "--json"), 0), "errors"))
                .hasSizeGreaterThanOrEqualTo(3);

        desk.file("flows/mine.json", ROUTINE);
        desk.file("flows/contracts/report.json", REPORT);
        desk.file("flows/bindings.json", "{'uses-all':{'tone':'kind'}}");

        desk.ask(ExitCode.YES, "workflow", "check", file);
        assertThat(desk.ask(ExitCode.YES, "workflow", "preview", file).out())
                .contains("Be kind.", "Check it well.", "call.check-it", "team.report");
    }

    @Test
    void foldersAddWhatAFileRefersToAndWhatLiesBesideItWins() {
        String file = desk.file("flows/all.json", USES_ALL);
        desk.file("flows/bindings.json", "{'tone':'near'}");
        desk.file("more/mine.json", ROUTINE);
        desk.file("more/bindings.json", "{'tone':'far'}");
        desk.file("shared/contracts/report.json", REPORT);

        Asked asked = desk.ask(
                ExitCode.YES,
                "workflow",
                "preview",
                file,
                "--workflows",
                folder.resolve("more").toString(),
                "--workflows",
                folder.resolve("shared").toString());

        assertThat(asked.out()).contains("Be near.").doesNotContain("far");
    }

    @Test
    void allFilesOfAFolderCanBeCheckedInOneGo() {
        String all = desk.file("flows/all.json", USES_ALL);
        String mine = desk.file("flows/mine.json", ROUTINE);
        String report = desk.file("flows/contracts/report.json", REPORT);
        String bindings = desk.file("flows/bindings.json", "{'tone':'kind'}");

        assertThat(desk.ask(ExitCode.YES, "workflow", "check", all, mine, report, bindings)
                        .out())
                .contains("  contracts\n", "  bindings\n")
                .hasLineCount(4);
    }

    @Test
    void aBrokenContractBesideIsToldWithTheWorkflowsThatNeedIt() {
        String file = desk.file("flows/all.json", USES_ALL);
        desk.file("flows/mine.json", ROUTINE);
        desk.file("flows/bindings.json", "{'tone':'kind'}");
        String contract = desk.file("flows/contracts/report.json", REPORT.replace("'Weekly'", "7"));

        assertThat(desk.ask(ExitCode.NO, "workflow", "check", file).out())
                .contains("unknown_name", "no  " + contract, "bad_example");
    }

    @Test
    void showNamesWhatAWorkflowIsForAndItsDigestPinsTheCompiledDocument() {
        String file = desk.file("flow.json", FLOW);

        assertThat(desk.ask(ExitCode.YES, "workflow", "show", file).out())
                .contains(
                        "test-flow 1.0.0", "Test flow", "A flow for tests.", "look-around", "workflow preview " + file);
        JsonObject json =
                desk.ask(ExitCode.YES, "workflow", "show", file, "--json").json();
        JsonObject document = json.object("document").orElseThrow();
        assertThat(json.string("digest"))
                .contains(Digest.of(Jcs.canonicalBytes(document)).toString());
        assertThat(json.array("steps"))
                .contains(JsonArray.ofStrings(List.of("look-around", "write-down", "finish-up")));
        assertThat(desk.ask(ExitCode.YES, "workflow", "show", desk.file("graph.json", GRAPH))
                        .out())
                .contains("graph 1.0", "a (core.noop)");
    }

    @Test
    void aWorkflowIsFoundByItsIdInFoldersAndAmongOurs() {
        desk.file("flows/some.json", FLOW);
        String flows = folder.resolve("flows").toString();

        assertThat(desk.ask(ExitCode.YES, "workflow", "show", "test-flow", "--workflows", flows)
                        .out())
                .contains("Test flow", "some.json");
        assertThat(desk.ask(ExitCode.YES, "workflow", "show", "mr-review-workflow")
                        .out())
                .contains("part of waybill");
        assertThat(desk.ask(ExitCode.NO, "workflow", "show", "test-flw", "--workflows", flows)
                        .err())
                .contains("test-flw", "mr-review-workflow", "test-flow");
        assertThat(desk.ask(ExitCode.USAGE, "workflow", "show", "x-y", "--workflows", flows + "-not")
                        .err())
                .contains("no directory", "flows-not", "--workflows");
    }

    @Test
    void previewShowsWhatTheAgentWillRead() {
        String file = desk.file("flow.json", FLOW);

        assertThat(desk.ask(ExitCode.YES, "workflow", "preview", file).out())
                .contains("== look-around: Look around", "Look at {{place}}.", "== finish-up: Finish up");
        Asked one = desk.ask(ExitCode.YES, "workflow", "preview", file, "--step", "write-down", "--json");
        assertThat(objects(one.json(), "steps"))
                .singleElement()
                .satisfies(
                        step -> assertThat(step.string("prompt").orElseThrow()).contains("Write.", "otes"));
        assertThat(desk.ask(ExitCode.NO, "workflow", "preview", file, "--step", "nothing")
                        .err())
                .contains("nothing", "look-around");
    }

    @Test
    void everyWorkflowOfOursCanBePreviewed() {
        for (String id : List.of("mr-review-workflow", "bug-investigation", "release-notes", "refactoring-campaign")) {
            assertThat(desk.ask(ExitCode.YES, "workflow", "preview", id).out()).contains("== ");
        }
    }

    @Test
    void whatHasNoStepsHasNoPreview() {
        assertThat(desk.ask(ExitCode.NO, "workflow", "preview", desk.file("graph.json", GRAPH))
                        .err())
                .contains("no steps");
        assertThat(desk.ask(ExitCode.NO, "workflow", "preview", desk.file("bad.json", TWO_MISTAKES))
                        .out())
                .contains("2 errors");
    }

    private static JsonObject file(Asked asked, int index) {
        return objects(asked.json(), "files").get(index);
    }
}
