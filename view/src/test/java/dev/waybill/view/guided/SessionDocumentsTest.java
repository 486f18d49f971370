package dev.waybill.view.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.workflow.guided.Bundled;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a branch amounts to, as the contracts of its workflow say, on real runs.
class SessionDocumentsTest {

    private static final String TRIAGE = """
            {'output':{'kind':'mr_review.phase_0_triage',
              'review':{'mrTitle':'fix(di): explicitly wire MCP description provider','classification':'Standard',
               'focusAreas':['tool contract correctness','DI wiring','agent usability']},
              'revisionLogEntry':'Triage completed; created review session and established focus areas.'}}""";

    private static final String FILES = """
            {'output':{'kind':'mr_review.changed_files','revisionLogEntry':'Read every file.','changedFiles':[
              {'path':'src/mcp/tool-description-provider.ts','summary':'Remove debug log','risk':'L'},
              {'path':'src/di/container.ts','summary':'Wire description provider','risk':'M'},
              {'path':'src/di/container.ts','summary':'Wire it in the composition root','risk':'H'}]}}""";

    private static final String FINDINGS = """
            {'output':{'kind':'mr_review.findings','findings':[
              {'severity':'Minor','location':{'file':'b.ts','line':7},'title':'A name misleads','rationale':'r'},
              {'severity':'Major','location':{'file':'src/mcp/tool-descriptions.ts','line':79},
               'title':'Tool description drift','rationale':'Agents will send the wrong shape.',
               'suggestion':'Update the descriptions.'}],
             'mrComments':[
              {'location':{'file':'src/mcp/tool-descriptions.ts','line':79},
               'title':'Fix workflow_next tool description drift','body':'The description references completedSteps.'},
              {'location':{'file':'src/mcp/tool-descriptions.ts','line':8},'title':'Say which','body':'Which one?'}]}}""";

    private static Guide review() {
        return new Guide(Bundled.workflows().stream()
                .filter(source -> source.string("id").orElseThrow().equals("mr-review-workflow"))
                .toList());
    }

    /// Triage, files and findings, as the contract's appendix sends them.
    private static GuidedAnswer reviewed(Guide guide) {
        GuidedAnswer at = guide.start("mr-review-workflow", "{'ticketId':'AUTH-1234','complexity':'Standard'}");
        for (String output : List.of(TRIAGE, FILES, FINDINGS)) {
            at = guide.advance(at, output);
            assertThat(at.structured().has("blocked")).as(at.text()).isFalse();
        }
        return at;
    }

    private static JsonObject documents(Guide guide, String session) {
        SessionView view = guide.sessionView(session);
        String tip = Guide.objects(view.head().array("branches").orElseThrow()).stream()
                .filter(branch -> branch.string("standing").orElseThrow().equals("preferred"))
                .map(branch -> branch.string("stateTokenHash").orElseThrow())
                .findFirst()
                .orElseThrow();
        return view.documents(tip).orElseThrow();
    }

    private static JsonObject titled(JsonObject documents, String title) {
        return all(documents).stream()
                .filter(document -> document.string("title").orElseThrow().equals(title))
                .findFirst()
                .orElseThrow(() -> new AssertionError(title + " in " + documents));
    }

    private static List<JsonObject> all(JsonObject documents) {
        return Guide.objects(documents.array("documents").orElseThrow());
    }

    private static List<String> each(JsonObject document, String list, String member) {
        return Guide.objects(document.array(list).orElseThrow()).stream()
                .map(item -> item.string(member).orElseThrow())
                .toList();
    }

    @Test
    void theAppendixGivesAHeaderALogTwoTablesAndComments() {
        Guide guide = review();
        reviewed(guide);

        assertThat(all(documents(guide, "AUTH-1234")))
                .extracting(document -> document.string("as").orElseThrow() + " "
                        + document.string("title").orElseThrow())
                .containsExactly(
                        "header Review",
                        "log Revision log",
                        "table Changed files",
                        "table Findings",
                        "comments Review comments");
    }

    @Test
    void theHeaderHasTheLatestOfEveryFact() {
        Guide guide = review();
        reviewed(guide);

        JsonObject facts =
                titled(documents(guide, "AUTH-1234"), "Review").object("facts").orElseThrow();

        assertThat(facts.names()).containsExactly("mrTitle", "classification", "focusAreas");
        assertThat(facts.string("classification")).contains("Standard");
    }

    @Test
    void entriesOfTheRevisionLogAreOneListWhicheverStepsBroughtThem() {
        Guide guide = review();
        reviewed(guide);

        JsonObject log = titled(documents(guide, "AUTH-1234"), "Revision log");

        assertThat(each(log, "entries", "text"))
                .containsExactly(
                        "Triage completed; created review session and established focus areas.", "Read every file.");
        assertThat(Guide.objects(log.array("entries").orElseThrow()))
                .extracting(entry ->
                        entry.object("from").orElseThrow().string("step").orElseThrow())
                .containsExactly("phase-0-triage", "phase-1-context");
    }

    @Test
    void rowsStandInTheOrderOfTheirContractOnceEach() {
        Guide guide = review();
        reviewed(guide);
        JsonObject documents = documents(guide, "AUTH-1234");

        JsonObject files = titled(documents, "Changed files");
        JsonObject findings = titled(documents, "Findings");

        assertThat(files.array("columns")).hasValue(JsonArray.ofStrings(List.of("path", "risk", "summary")));
        assertThat(each(files, "rows", "path"))
                .containsExactly("src/di/container.ts", "src/mcp/tool-description-provider.ts");
        assertThat(each(files, "rows", "risk")).containsExactly("H", "L");
        assertThat(each(findings, "rows", "severity")).containsExactly("Major", "Minor");
        assertThat(findings.array("columns"))
                .hasValue(JsonArray.ofStrings(List.of("severity", "location", "title", "rationale", "suggestion")));
    }

    @Test
    void aCommentIsReadyToBeCopied() {
        Guide guide = review();
        reviewed(guide);

        JsonObject comments = titled(documents(guide, "AUTH-1234"), "Review comments");

        assertThat(each(comments, "comments", "place"))
                .containsExactly("src/mcp/tool-descriptions.ts:8", "src/mcp/tool-descriptions.ts:79");
        assertThat(each(comments, "comments", "text").get(1))
                .isEqualTo("src/mcp/tool-descriptions.ts:79\n**Fix workflow_next tool description drift**\n\n"
                        + "The description references completedSteps.");
    }

    @Test
    void aRepeatedCommentReplacesItselfAndOneElsewhereDoesNot() {
        Guide guide = review();
        GuidedAnswer at = reviewed(guide);
        while (!at.structured()
                .object("pending")
                .orElseThrow()
                .string("stepId")
                .orElseThrow()
                .startsWith("phase-4")) {
            at = guide.advance(at, "{'output':{'notesMarkdown':'looked again'}}");
        }
        guide.advance(at, FINDINGS.replace("'Which one?'", "'The second.'").replace("'b.ts'", "'c.ts'"));

        JsonObject documents = documents(guide, "AUTH-1234");

        assertThat(each(titled(documents, "Review comments"), "comments", "body"))
                .containsExactly("The second.", "The description references completedSteps.");
        assertThat(each(titled(documents, "Findings"), "rows", "title"))
                .containsExactly("Tool description drift", "A name misleads", "A name misleads");
    }

    @Test
    void withoutAContractNothingIsGuessed() {
        Guide guide = new Guide("""
                {'id':'plain','name':'Plain','description':'Says nothing of outputs.','version':'1.0.0','steps':[
                {'id':'one','title':'One','prompt':'Do it.'},{'id':'two','title':'Two','prompt':'Done.'}]}""");
        GuidedAnswer at = guide.start("plain", "{'ticketId':'T-1'}");
        guide.advance(
                at,
                "{'output':{'kind':'x','review':{'mrTitle':'t'},'revisionLogEntry':'e','findings':[{'a':1}],"
                        + "'notesMarkdown':'The notes.'}}");

        assertThat(all(documents(guide, "T-1"))).singleElement().satisfies(document -> {
            assertThat(document.string("as")).contains("artifact");
            assertThat(document.object("content").orElseThrow().object("review"))
                    .isPresent();
        });
    }

    @Test
    void aBranchShowsOnlyWhatItsOwnWayBrought() {
        Guide guide = review();
        GuidedAnswer start = guide.start("mr-review-workflow", "{'ticketId':'T-1','complexity':'Standard'}");
        guide.advance(start, TRIAGE);
        guide.advance(start, TRIAGE.replace("'Standard'", "'Complex'"));

        assertThat(titled(documents(guide, "T-1"), "Review")
                        .object("facts")
                        .orElseThrow()
                        .get("classification"))
                .isEqualTo(new JsonString("Complex"));
        assertThat(each(titled(documents(guide, "T-1"), "Revision log"), "entries", "text"))
                .hasSize(1);
    }

    @Test
    void theSameSessionGivesTheSameBytes() {
        Guide one = review();
        Guide other = review();
        reviewed(one);
        reviewed(other);

        assertThat(bytes(one)).isEqualTo(bytes(one)).isEqualTo(bytes(other));
    }

    private static String bytes(Guide guide) {
        SessionView view = guide.sessionView("AUTH-1234");
        JsonObject documents = documents(guide, "AUTH-1234");
        String tip = documents.string("stateTokenHash").orElseThrow();
        return JsonWriter.compact(view.head())
                + JsonWriter.compact(documents)
                + JsonWriter.compact(view.place(tip).orElseThrow())
                + JsonWriter.compact(view.notes(tip, new SessionView.Part(9, 9)).orElseThrow());
    }
}
