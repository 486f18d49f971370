package dev.waybill.engine.guided;

import static dev.waybill.engine.guided.Flows.CONTROL;
import static dev.waybill.engine.guided.Flows.VERDICT;
import static dev.waybill.engine.guided.Flows.flow;
import static dev.waybill.engine.guided.Flows.is;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.workflow.guided.NotesRule;
import dev.waybill.workflow.guided.PromptStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgementTest {

    private static final String ARTIFACT = "{\"output\": {\"artifacts\": [%s]}}";

    @Test
    void theTwoTokensAloneAdvanceAStepThatAsksForNothing() {
        assertThat(check(new Flows.Step("a").build(), "{}")).isEmpty();
    }

    @Test
    void anOutputWithoutAContractIsTakenAsItIs() {
        assertThat(check(new Flows.Step("a").build(), ARTIFACT.formatted("{\"kind\": \"any\", \"x\": [1]}")))
                .isEmpty();
    }

    @Test
    void requiredNotesThatAreMissingAreAskedFor() {
        PromptStep step = new Flows.Step("a").notes(null, true).build();

        Blocker blocker = only(step, "{\"context\": {\"notesMarkdown\": \"  \"}}");

        assertThat(blocker.code()).isEqualTo(BlockerCode.MISSING_REQUIRED_NOTES);
        assertThat(blocker.field()).isEqualTo("/context/notesMarkdown");
        assertThat(String.valueOf(blocker.example())).startsWith("{\"output\":{\"notesMarkdown\":\"");
        assertThat(check(step, "{\"output\": {\"notesMarkdown\": \"Done.\"}}")).isEmpty();
    }

    @Test
    void notesThatBreakARuleNameTheNotesAndNotTheArtifacts() {
        PromptStep step = new Flows.Step("a")
                .notes(new NotesRule.Contains("Risk:", "Say the risk.", is("depth", "deep")), false)
                .build();

        Blocker blocker =
                only(step, "{\"context\": {\"depth\": \"deep\"}, \"output\": {\"notesMarkdown\": \"Done.\"}}");

        assertThat(blocker.code()).isEqualTo(BlockerCode.INVALID_NOTES);
        assertThat(blocker.field()).isEqualTo("/output/notesMarkdown");
        assertThat(blocker.message()).contains("Say the risk.");
        assertThat(String.valueOf(blocker.example())).contains("Risk:");
        assertThat(check(step, "{}")).isEmpty();
    }

    @Test
    void theExampleOfNotesMeetsTheirRules() {
        PromptStep step = new Flows.Step("a")
                .notes(
                        new NotesRule.All(List.of(
                                new NotesRule.Contains("OK", null, null), new NotesRule.Length(100, null, null, null))),
                        true)
                .build();

        for (String bad : List.of("{}", "{\"output\": {\"notesMarkdown\": \"no\"}}")) {
            assertThat(check(step, bad))
                    .allSatisfy(blocker -> assertThat(check(step, String.valueOf(blocker.example())))
                            .isEmpty());
        }
        assertThat(NotesText.lines(new NotesRule.Length(1, null, null, null)))
                .containsExactly("they have at least 1 character");
    }

    @Test
    void aMissingArtifactIsShownWithItsExample() {
        Blocker blocker = only(new Flows.Step("a").contract(VERDICT, true).build(), "{}");

        assertThat(blocker.code()).isEqualTo(BlockerCode.MISSING_REQUIRED_OUTPUT);
        assertThat(blocker.field()).isEqualTo("/output/artifacts");
        assertThat(blocker.example()).isEqualTo(Requests.withArtifact(VERDICT.example()));
    }

    @Test
    void anArtifactOfAnotherKindSaysWhichCameAndWhichWasExpected() {
        PromptStep step = new Flows.Step("a").contract(VERDICT, true).build();

        Blocker blocker = only(step, ARTIFACT.formatted("{\"kind\": \"verdict\"}"));

        assertThat(blocker.code()).isEqualTo(BlockerCode.WRONG_OUTPUT_KIND);
        assertThat(blocker.field()).isEqualTo("/output/artifacts/0/kind");
        assertThat(blocker.message()).contains("\"wr.review_verdict\"", "found kind \"verdict\"");
        assertThat(only(step, "{\"output\": {\"kind\": \"verdict\"}}").field()).isEqualTo("/output/kind");
        assertThat(only(step, ARTIFACT.formatted("{\"verdict\": \"clean\"}")).message())
                .contains("found kind \"(no kind)\"");
    }

    @Test
    void everyWrongFieldIsNamedWithItsShapeAndAnExample() {
        List<Blocker> blockers =
                check(new Flows.Step("a").contract(VERDICT, true).build(), ARTIFACT.formatted("""
                        {"kind": "wr.review_verdict", "verdict": "bad", "findings": [{"summary": "x"}]}"""));

        assertThat(blockers)
                .extracting(Blocker::field)
                .containsExactly("/output/artifacts/0/findings/0/severity", "/output/artifacts/0/verdict");
        Blocker severity = blockers.getFirst();
        assertThat(severity.message()).contains("\"severity\" is required");
        assertThat(severity.expected()).hasToString("{\"enum\":[\"major\",\"minor\"]}");
        assertThat(severity.example()).hasToString("\"minor\"");
        assertThat(severity.found()).isEqualTo("nothing");
        assertThat(blockers.getLast().found()).isEqualTo("string \"bad\"");
        assertThat(blockers.getLast().toJson().string("code")).hasValue("invalid_output");
    }

    @Test
    void fieldsOfAnOutputThatIsTheArtifactAreNamedThere() {
        Blocker blocker = only(
                new Flows.Step("a").contract(VERDICT, true).build(),
                "{\"output\": {\"kind\": \"wr.review_verdict\", \"verdict\": \"clean\"}}");

        assertThat(blocker.field()).isEqualTo("/output/findings");
    }

    @Test
    void anOptionalArtifactMayBeAbsentButNotWrong() {
        PromptStep step = new Flows.Step("a").contract(CONTROL, false).build();

        assertThat(check(step, "{}")).isEmpty();
        assertThat(check(step, ARTIFACT.formatted("{\"kind\": \"other\"}"))).isEmpty();
        assertThat(only(step, ARTIFACT.formatted("{\"kind\": \"wr.loop_control\", \"decision\": \"halt\"}"))
                        .message())
                .contains("leave this optional artifact out");
    }

    @Test
    void atMostTenBlockersAreListed() {
        String finding = "{\"severity\": \"x\", \"summary\": 1},".repeat(8) + "{}";
        List<Blocker> blockers = check(
                new Flows.Step("a").contract(VERDICT, true).build(),
                ARTIFACT.formatted("{\"kind\": \"wr.review_verdict\", \"findings\": [" + finding + "]}"));

        assertThat(blockers).hasSize(Blocker.MOST);
    }

    @Test
    void anAssessmentIsAskedForWithItsLevels() {
        PromptStep step = new Flows.Step("a").assessment("risk").build();

        Blocker missing = only(step, "{}");
        assertThat(missing.code()).isEqualTo(BlockerCode.MISSING_ASSESSMENT);
        assertThat(String.valueOf(missing.example()))
                .contains("\"kind\":\"wr.assessment\"", "\"dimensions\":{\"data\":\"low\"");
        assertThat(check(step, assessment("{\"data\": \"low\"}"))).isEmpty();
        assertThat(check(step, assessment("{\"data\": {\"level\": \"high\", \"rationale\": \"because\"}}")))
                .isEmpty();
    }

    @Test
    void levelsAndDimensionsMustBeKnown() {
        PromptStep step = new Flows.Step("a").assessment("risk").build();

        assertThat(check(step, assessment("{\"data\": \"medium\", \"cost\": \"low\"}")))
                .extracting(Blocker::field)
                .containsExactly("/output/artifacts/0/dimensions/cost", "/output/artifacts/0/dimensions/data");
        assertThat(only(step, assessment("{}")).message()).contains("expected one of \"low\", \"high\", found nothing");
        assertThat(only(step, assessment("3")).field()).isEqualTo("/output/artifacts/0/dimensions");
    }

    @Test
    void aLevelWithAConsequenceBlocksWithItsAdvice() {
        PromptStep step = new Flows.Step("a")
                .assessment("risk")
                .consequence("high", "Write a rollback plan first.")
                .build();

        Blocker blocker = only(step, assessment("{\"data\": \"high\"}"));

        assertThat(blocker.code()).isEqualTo(BlockerCode.ASSESSMENT_FOLLOWUP_REQUIRED);
        assertThat(blocker.message()).contains("Write a rollback plan first.");
        assertThat(check(step, assessment("{\"data\": \"low\"}"))).isEmpty();
    }

    @Test
    void amongSeveralAssessmentsAnArtifactSaysWhichItMeans() {
        PromptStep step = new Flows.Step("a")
                .assessment("risk")
                .assessment("quality")
                .consequence("risk", "high", "Plan.")
                .build();
        String risk = "{\"kind\": \"wr.assessment\", \"assessmentId\": \"risk\", \"dimensions\": {\"data\": \"%s\"}}";
        String quality =
                "{\"kind\": \"wr.assessment\", \"assessmentId\": \"quality\", \"dimensions\": {\"tests\": \"high\"}}";

        assertThat(check(step, ARTIFACT.formatted(risk.formatted("low") + "," + quality)))
                .isEmpty();
        assertThat(check(step, assessment("{\"data\": \"low\"}")))
                .extracting(Blocker::code)
                .containsExactly(
                        BlockerCode.MISSING_ASSESSMENT, BlockerCode.MISSING_ASSESSMENT, BlockerCode.INVALID_ASSESSMENT);
        assertThat(check(
                        step, ARTIFACT.formatted(risk.formatted("high") + "," + quality + "," + risk.formatted("low"))))
                .as("the last word counts")
                .isEmpty();
    }

    @Test
    void aContextThatGrowsTooLargeByMergingIsRefused() {
        var flow = flow(new Flows.Step("a").build());
        String half = "x".repeat(PayloadLimits.CONTEXT_BYTES / 2);
        GuidedState state = new Walker(flow, "{\"one\": \"" + half + "\"}").state();

        assertThat(Acknowledgement.check(flow, state, Walker.payload("{\"context\": {\"two\": \"" + half + "\"}}")))
                .extracting(Blocker::code)
                .containsExactly(BlockerCode.CONTEXT_TOO_LARGE);
        assertThat(Acknowledgement.check(
                        flow, state, Walker.payload("{\"context\": {\"one\": null, \"two\": \"" + half + "\"}}")))
                .isEmpty();
    }

    private static String assessment(String dimensions) {
        return ARTIFACT.formatted("{\"kind\": \"wr.assessment\", \"dimensions\": " + dimensions + "}");
    }

    private static List<Blocker> check(PromptStep step, String request) {
        var flow = flow(step);
        return Acknowledgement.check(flow, new Walker(flow, "{}").state(), Walker.payload(request));
    }

    private static Blocker only(PromptStep step, String request) {
        List<Blocker> blockers = check(step, request);
        assertThat(blockers).hasSize(1);
        return blockers.getFirst();
    }
}
