package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a step's notes must satisfy.
public sealed interface NotesRule {

    /// What is wrong with the notes, in the author's words where there are some; empty when nothing is.
    default List<String> problems(String notes, JsonObject context) {
        return NotesCheck.problems(this, notes, context);
    }

    /// @param when the rule holds only then; null means always
    record Contains(
            String text, @Nullable String message, @Nullable GuidedCondition when) implements NotesRule {}

    /// @param pattern in the linear language of our regular expressions
    record Matches(
            String pattern,
            String flags,
            @Nullable String message,
            @Nullable GuidedCondition when) implements NotesRule {}

    record Length(
            @Nullable Integer least,
            @Nullable Integer most,
            @Nullable String message,
            @Nullable GuidedCondition when) implements NotesRule {}

    /// The notes are JSON that fits a schema.
    record Fits(
            JsonObject schema,
            @Nullable String message,
            @Nullable GuidedCondition when) implements NotesRule {}

    record All(List<NotesRule> rules) implements NotesRule {
        public All {
            rules = List.copyOf(rules);
        }
    }

    record Any(List<NotesRule> rules) implements NotesRule {
        public Any {
            rules = List.copyOf(rules);
        }
    }

    record Not(NotesRule rule) implements NotesRule {}
}
