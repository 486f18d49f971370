package dev.waybill.engine.guided;

import static dev.waybill.engine.guided.Flows.VERDICT;
import static dev.waybill.engine.guided.Flows.each;
import static dev.waybill.engine.guided.Flows.flow;
import static dev.waybill.engine.guided.Flows.is;
import static dev.waybill.engine.guided.Flows.json;
import static dev.waybill.engine.guided.Flows.loop;
import static dev.waybill.engine.guided.Flows.step;
import static dev.waybill.engine.guided.Flows.untilStopped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.NotesRule;
import dev.waybill.workflow.guided.PromptStep;
import dev.waybill.workflow.guided.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenderingTest {

    private static final PromptStep RICH = new Flows.Step("review")
            .prompt("Review {{ticket}}.")
            .fragment(is("depth", "deep"), "Look twice.")
            .fragment(is("depth", "flat"), "Never shown.")
            .guidance("Be kind.")
            .role("A reviewer")
            .files()
            .function("load", "Reads a file.")
            .contract(VERDICT, true)
            .assessment("risk")
            .notes(new NotesRule.Contains("Risk:", null, null), true)
            .confirmed(is("depth", "deep"))
            .build();

    private static final GuidedWorkflow FLOW = flow(
            List.of("Never guess.", "x".repeat(100)),
            List.of(new Reference("spec", "The spec", "docs/spec.md", "What holds", true, "workspace")),
            RICH,
            step("end"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hi {{name}}! | Hi Ada!",
                "{{ name }} and {{n}} | Ada and 3",
                "{{item.path}} {{list.1}} | a.txt two",
                "{{item}} | {\"path\":\"a.txt\"}",
                "{{gone}} | [unset: gone -- 'gone' not in context]",
                "{{gone.x}} | [unset: gone.x -- 'gone' not in context]",
                "{{item.size}} | [unset: item.size -- 'item' has no 'size']",
                "{{name.first}} | [unset: name.first -- 'name' is string \"Ada\", expected an object with 'first']",
                "{{n+1}} {{}} {{a b}} {{1}} | {{n+1}} {{}} {{a b}} {{1}}",
                "{{{name}}} | {Ada}",
                "{{name | {{name",
                "{{evil}} | {{name}}",
            })
    void variablesAreReplacedAndGapsAreShown(String template, String expected) {
        var context = json("""
                {"name": "Ada", "n": 3, "item": {"path": "a.txt"}, "list": ["one", "two"], "evil": "{{name}}"}""");

        assertThat(Substitution.apply(template, context, Substitution.Room.ofPrompt()))
                .isEqualTo(expected);
    }

    @Test
    void aPromptHasRoomForSoManyCharactersOfValuesAndNamesWhatDoesNotFit() {
        var context = json("{\"big\": \"%s\", \"small\": \"s\"}".formatted("b".repeat(20_000)));

        String text = Substitution.apply("{{big}} {{small}} ".repeat(450), context, Substitution.Room.ofPrompt());

        assertThat(text).hasSizeLessThan(3 * 20_000 + 20_000);
        assertThat(text).startsWith("b".repeat(20_000) + " s " + "b".repeat(20_000));
        assertThat(text).contains("[left out: big -- its 20000 characters would make this text too long] s ");
        assertThat(text).endsWith("[left out: big] s ");
        assertThat(Substitution.apply("{{big}}", context, Substitution.Room.ofTitle()))
                .startsWith("[left out: big");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Never guess. Ask instead. | Never guess. …",
                "Use tools, e.g. grep, i.e. the ones you have. Then stop. | Use tools, e.g. grep, i.e. the ones you have. …",
                "One sentence without an end | One sentence without an end",
                "See 1. the plan, 2. the code! Then go on. | See 1. the plan, 2. the code! …",
            })
    void aReminderIsAWholeSentence(String rule, String reminder) {
        assertThat(Brief.firstSentence(rule)).isEqualTo(reminder);
    }

    @Test
    void theFirstPromptSaysEverythingInAFixedOrder() {
        Pending pending = pending(new Walker(FLOW, "{\"ticket\": \"AUTH-1\", \"depth\": \"deep\"}"));

        assertThat(pending.stepId()).isEqualTo("review");
        assertThat(pending.requireConfirmation()).isTrue();
        assertThat(pending.prompt()).isEqualTo("""
                        Your role: A reviewer

                        Review AUTH-1.

                        Look twice.

                        ## Guidance
                        - Be kind.

                        ## Functions that this step names
                        - `load(path)`: Reads a file.

                        ## Before you begin, make sure that
                        - The repository is clean

                        ## Ask your user, where you do not know
                        - Which branch?

                        ## Rules for every step
                        - Never guess.
                        - %s

                        ## References (read them where they help)
                        - The spec: `docs/spec.md` (from the workspace, authoritative) -- What holds

                        ## Output (required)
                        Send an artifact of kind `wr.review_verdict` with your acknowledgement:
                        - `kind`: exactly "wr.review_verdict"
                        - `verdict`: "clean" | "minor" | "blocking" -- How bad it is.
                        - `findings`: array of object, at most 5 items
                          - `severity`: "major" | "minor"
                          - `summary`: string, at most 200 characters
                        Example: `{"output":{"artifacts":[{"kind":"wr.review_verdict","verdict":"minor","findings":[{"severity":"minor","summary":"A name misleads."}]}]}}`

                        ## Assessment `risk`
                        Judge how risky the change is: send an artifact of kind `wr.assessment` with one level for each dimension:
                        - `data`: loss of data -- one of "low", "high"
                        - `speed` (optional): slower -- one of "low", "high"
                        Example: `{"output":{"artifacts":[{"kind":"wr.assessment","assessmentId":"risk","dimensions":{"data":"low","speed":"low"}}]}}`

                        ## Notes
                        Send `output.notesMarkdown` with what you did and found in this step. See that
                        - they contain "Risk:"

                        Ask your user for the files that this step needs, if you do not have them.

                        **Confirmation required:** show your user what you did, and ask before you acknowledge this step. Do not continue without a clear yes.""".formatted("x".repeat(100)));
    }

    @Test
    void laterPromptsOnlyRemind() {
        Pending pending = pending(new Walker(FLOW, "{}").then(1));

        assertThat(pending.prompt()).isEqualTo("""
                        Do end

                        ## Rules for every step (reminder)
                        - Never guess.
                        - %s

                        References: The spec (docs/spec.md)""".formatted("x".repeat(100)));
    }

    @Test
    void confirmationIsAskedForOnlyWhileItsConditionHolds() {
        Pending pending = pending(new Walker(FLOW, "{\"ticket\": \"AUTH-1\"}"));

        assertThat(pending.requireConfirmation()).isFalse();
        assertThat(pending.prompt()).doesNotContain("Confirmation required").doesNotContain("Look twice.");
    }

    @Test
    void aStepInLoopsSaysWhichRoundItIs() {
        var body = new Flows.Step("read")
                .prompt("Read {{currentItem}} ({{currentIteration}})")
                .build();
        var walker = new Walker(
                flow(step("one"), loop("outer", untilStopped(), 4, loop("inner", each("files"), 9, body))),
                "{\"files\": [\"a\", \"b\"]}");

        assertThat(pending(walker.then(2)).prompt())
                .isEqualTo("(Loop outer: round 1 of at most 4)\n(Loop inner: round 2 of 2)\n\nRead b (2)");
    }

    @Test
    void aLoopMayGoThroughTheItemOfTheLoopAroundIt() {
        var cells = new LoopStep.Rule.ForEach("currentItem", "cell", "column");
        var body = new Flows.Step("read").prompt("{{cell}}").build();
        var walker = new Walker(
                flow(step("one"), loop("rows", each("table"), 4, loop("cells", cells, 9, body))),
                "{\"table\": [[1, 2], [3]]}");

        assertThat(pending(walker.then(2)).prompt())
                .isEqualTo("(Loop rows: round 1 of 2)\n(Loop cells: round 2 of 2)\n\n2");
        assertThat(pending(walker.then(1)).prompt())
                .isEqualTo("(Loop rows: round 2 of 2)\n(Loop cells: round 1 of 1)\n\n3");
    }

    @Test
    void aCompleteRunHasNothingPending() {
        Walker walker = new Walker(flow(step("one")), "{}").toTheEnd();

        assertThat(Rendering.pending(flow(step("one")), walker.state())).isEmpty();
    }

    @Test
    void aPreviewShowsEveryStepWithItsConditions() {
        var inner = loop("inner", each("files"), 9, step("x", is("depth", "deep")));
        List<Preview.Step> steps = Preview.of(flow(RICH, loop("outer", untilStopped(), 4, inner, step("y"))));

        assertThat(steps).extracting(Preview.Step::stepId).containsExactly("review", "x", "y");
        assertThat(steps.get(0).prompt())
                .contains("Review {{ticket}}.", "[while depth is \"deep\":]\nLook twice.", "Before you begin");
        assertThat(steps.get(0).confirmation()).isEqualTo("while depth is \"deep\"");
        assertThat(steps.get(1).loops()).containsExactly("outer", "inner");
        assertThat(steps.get(1).runsWhen()).isEqualTo("depth is \"deep\"");
        assertThat(steps.get(1).repeats())
                .containsExactly(
                        "until an artifact of wr.contracts.loop_control says stop, at most 4 rounds",
                        "for each currentItem of files, at most 9 rounds");
        assertThat(steps.get(2).prompt()).doesNotContain("Before you begin");
    }

    private static Pending pending(Walker walker) {
        return walker.pending().orElseThrow();
    }
}
