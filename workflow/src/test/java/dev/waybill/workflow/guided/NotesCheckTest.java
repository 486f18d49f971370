package dev.waybill.workflow.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.workflow.guided.GuidedCondition.Compare;
import dev.waybill.workflow.guided.GuidedCondition.Operator;
import dev.waybill.workflow.guided.NotesRule.All;
import dev.waybill.workflow.guided.NotesRule.Any;
import dev.waybill.workflow.guided.NotesRule.Contains;
import dev.waybill.workflow.guided.NotesRule.Fits;
import dev.waybill.workflow.guided.NotesRule.Length;
import dev.waybill.workflow.guided.NotesRule.Matches;
import dev.waybill.workflow.guided.NotesRule.Not;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Notes satisfy their rules, or the agent is told which ones they do not.
class NotesCheckTest {

    private static final Contains SCOPE = new Contains("IN SCOPE", "say what is in scope", null);

    @Test
    void containsMindsTheCase() {
        assertThat(problems(SCOPE, "IN SCOPE: all")).isEmpty();
        assertThat(problems(SCOPE, "in scope: all")).containsExactly("say what is in scope");
    }

    @Test
    void patternsAreSearchedAnywhere() {
        var rule = new Matches("\\b(unit|integration) test\\b", "", null, null);
        assertThat(problems(rule, "two unit tests")).hasSize(1);
        assertThat(problems(rule, "one unit test.")).isEmpty();
        assertThat(problems(new Matches("UNIT", "i", null, null), "a unit")).isEmpty();
        assertThat(problems(new Matches("^b$", "m", null, null), "a\nb\nc")).isEmpty();
        assertThat(problems(new Matches("a.b", "s", null, null), "a\nb")).isEmpty();
        assertThat(problems(new Matches("a.b", "", null, null), "a\nb")).hasSize(1);
    }

    @Test
    void aLookAheadInFrontIsUnderstood() {
        var nowhere = new Matches("^(?!.*TODO)", "s", "no TODO", null);
        assertThat(problems(nowhere, "a\nTODO")).containsExactly("no TODO");
        assertThat(problems(nowhere, "done")).isEmpty();
        // Without an anchor there is always a place, the end at least, that no TODO follows.
        assertThat(problems(new Matches("(?!.*TODO)", "", null, null), "TODO")).isEmpty();
        assertThat(problems(new Matches("(?=ab)a", "", null, null), "xxab")).isEmpty();
        assertThat(problems(new Matches("(?=ab)a", "", null, null), "xxac")).hasSize(1);
    }

    @Test
    void lengthSaysWhatItFound() {
        assertThat(problems(new Length(5, null, "more", null), "four")).containsExactly("more (found 4 characters)");
        assertThat(problems(new Length(null, 3, null, null), "four")).hasSize(1);
        assertThat(problems(new Length(4, 4, null, null), "four")).isEmpty();
    }

    @Test
    void notesMayHaveToBeJson() {
        var rule = new Fits(json("{\"type\":\"object\",\"required\":[\"ok\"]}"), "send JSON", null);
        assertThat(problems(rule, "{\"ok\":1}")).isEmpty();
        assertThat(problems(rule, "{}").getFirst()).startsWith("send JSON (").contains("ok");
        assertThat(problems(rule, "prose").getFirst()).contains("not JSON");
    }

    @Test
    void aRuleAsksForNothingWhileItsConditionDoesNotHold() {
        var large = new Compare("size", Operator.EQUALS, new JsonString("large"));
        var rule = new Contains("coverage", "m", large);
        assertThat(rule.problems("", JsonObject.EMPTY)).isEmpty();
        assertThat(rule.problems("", json("{\"size\":\"Large\"}"))).containsExactly("m");
        assertThat(new Not(rule).problems("coverage", JsonObject.EMPTY)).isEmpty();
    }

    @Test
    void rulesAreJoined() {
        var test = new Contains("test", "mention a test", null);
        assertThat(problems(new All(List.of(SCOPE, test)), ""))
                .containsExactly("say what is in scope", "mention a test");
        assertThat(problems(new Any(List.of(SCOPE, test)), "test")).isEmpty();
        assertThat(problems(new Any(List.of(SCOPE, test)), "").getFirst())
                .contains("say what is in scope | mention a test");
        assertThat(problems(new Not(test), "test").getFirst()).contains("contains \"test\"");
        assertThat(problems(new Not(test), "")).isEmpty();
    }

    private static List<String> problems(NotesRule rule, String notes) {
        return rule.problems(notes, JsonObject.EMPTY);
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
