package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.RunQuery;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `workflow_inspect`: an outline by default, one step or all on request, and nothing twice.
class InspectionTest {

    private final Guide guide = new Guide().knows("""
            {'id': 'rules', 'name': 'Rules', 'description': 'Has rules', 'version': '1.0.0', 'about': 'About it.',
             'metaGuidance': ['Never guess.'], 'preconditions': ['A yard.'],
             'references': [{'id': 'spec', 'title': 'The spec', 'source': 'docs/spec.md', 'purpose': 'Truth',
               'authoritative': true}],
             'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'The first prompt.', 'requireConfirmation': true},
              {'id': 'two', 'title': 'Two', 'prompt': 'The second prompt.', 'runCondition': {'var': 'go'}}]}""");

    private GuidedAnswer inspect(String more) {
        GuidedAnswer answer = guide.tools.inspect(Guide.json("{'workflowId': 'rules'%s}".formatted(more)), Guide.AGENT);
        assertThat(answer.isError()).as(answer.text()).isFalse();
        return answer;
    }

    @Test
    void theOutlineHasEveryStepWithItsConditionsAndNoPrompt() {
        GuidedAnswer outline = inspect("");
        assertThat(outline.text())
                .contains(
                        "1. One (one) [asks the user: always]",
                        "2. Two (two) [only when go is set]",
                        "About it.",
                        "A yard.",
                        "workflow_start")
                .doesNotContain("prompt.", "Never guess.");
        assertThat(outline.structured().toString())
                .contains("\"stepId\":\"two\"")
                .doesNotContain("prompt.");
    }

    @Test
    void itLeavesNoTrace() {
        inspect("");
        inspect(", 'detail': 'full'");
        assertThat(guide.store.runs(RunQuery.all(10))).isEmpty();
        assertThat(guide.store.tokenKeys()).isEmpty();
    }

    @Test
    void oneStepIsShownOnRequest() {
        assertThat(inspect(", 'stepId': 'two'").text())
                .contains("The second prompt.")
                .doesNotContain("The first prompt.", "Never guess.");
    }

    @Test
    void theFullPreviewSaysWhatHoldsForAllStepsOnce() {
        GuidedAnswer full = inspect(", 'detail': 'full'");
        for (String once : new String[] {"The first prompt.", "The second prompt.", "Never guess.", "docs/spec.md"}) {
            assertThat(count(full.text(), once)).as(once).isEqualTo(1);
            assertThat(count(full.structured().toString(), once)).as(once).isEqualTo(1);
        }
        JsonObject run = guide.start("rules", "{}").structured();
        assertThat(count(run.toString(), "Never guess.")).isEqualTo(1);
    }

    private static long count(String text, String part) {
        return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
    }
}
